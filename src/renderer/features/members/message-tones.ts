import type { Tone } from '#renderer/ui/tone-tag.tsx'

/** How what became of a message looks. */
export const messageTones: Record<'0' | '1' | '2' | '3', Tone> = {
  '0': 'neutral',
  '1': 'success',
  '2': 'error',
  '3': 'info',
}
