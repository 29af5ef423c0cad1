import { useText } from '#renderer/core/locale.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { BookDepositState, BookState, SessionState } from '#shared/features/reservations/reservations.schema.ts'

const sessionTones: Record<SessionState, Tone> = {
  open: 'success',
  full: 'warning',
  locked: 'warning',
  running: 'info',
  ended: 'neutral',
}
const bookTones: Record<BookState, Tone> = {
  WAITING: 'warning',
  CONFIRMED: 'info',
  ARRIVED: 'success',
  CANCELLED: 'neutral',
  MISSED: 'error',
}
const depositTones: Record<BookDepositState, Tone> = {
  none: 'neutral',
  unpaid: 'warning',
  held: 'info',
  returned: 'neutral',
  kept: 'warning',
  failed: 'error',
}

export function SessionTag({ state }: { state: SessionState }) {
  const { t } = useText()
  return <ToneTag tone={sessionTones[state]}>{t(`bookSession.state.${state}`)}</ToneTag>
}

export function BookTag({ state }: { state: BookState }) {
  const { t } = useText()
  return <ToneTag tone={bookTones[state]}>{t(`reservation.state.${state}`)}</ToneTag>
}

export function DepositTag({ state }: { state: BookDepositState }) {
  const { t } = useText()
  return <ToneTag tone={depositTones[state]}>{t(`reservation.depositState.${state}`)}</ToneTag>
}
