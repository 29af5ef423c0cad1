import type { Tone } from '#renderer/ui/display/tone-tag.tsx'

/** The tone of a message state. */
export const messageTones: Record<'0' | '1' | '2' | '3', Tone> = {
  '0': 'neutral',
  '1': 'success',
  '2': 'error',
  '3': 'info',
}
