import type { Tone } from '#renderer/ui/display/tone-tag.tsx'
import type { EventState } from '#shared/features/events/events.schema.ts'
import type { SignUpState } from '#shared/features/events/sign-ups.schema.ts'

export const eventTones = {
  upcoming: 'neutral',
  registration: 'success',
  closed: 'warning',
  running: 'info',
  over: 'neutral',
  cancelled: 'error',
} satisfies Record<EventState, Tone>

export const signUpTones = {
  waiting: 'warning',
  preparing: 'info',
  successful: 'success',
  failed: 'error',
  cancelled: 'neutral',
} satisfies Record<SignUpState, Tone>
