import { minuteOf, money } from '#member/core/amounts.ts'
import type { Translate } from '#member/core/locale.ts'
import { waitsForPlace } from '#shared/features/events/events.calc.ts'
import type { OwnSignUp } from '#shared/features/events/member-events.contract.ts'
import type { SignUpOption } from '#shared/features/events/sign-ups.schema.ts'

/** From when to when, with the day of the end where it is another one. */
export const timesOf = ({ startTime, endTime }: { startTime: string; endTime: string }): string =>
  `${minuteOf(startTime)} – ${minuteOf(endTime).slice(startTime.slice(0, 10) === endTime.slice(0, 10) ? 11 : 0)}`

export const feeOf = (fee: number, t: Translate): string => (fee > 0 ? money(fee) : t('memberEvents.free'))

export function placesOf(event: Pick<SignUpOption, 'places' | 'taken' | 'waiting'>, t: Translate): string {
  const { places, taken, waiting } = event
  if (places === 0) return t('memberEvents.unlimited')
  return waitsForPlace(event) ? t('memberEvents.full', { waiting }) : t('memberEvents.left', { left: places - taken })
}

/** What became of a sign-up so far. */
export function stateOf(
  { signUpState, failReason, isHeld, ahead, fee, cancelReason }: OwnSignUp,
  t: Translate,
): string {
  if (signUpState === 'waiting') return t('memberEvents.state.waiting', { ahead })
  if (signUpState === 'failed') return t(`memberEvents.failed.${failReason === '' ? 'places' : failReason}`)
  if (signUpState === 'preparing' && fee > 0)
    return t(isHeld ? 'memberEvents.state.held' : 'memberEvents.state.notHeld')
  if (signUpState === 'cancelled' && cancelReason !== '')
    return t('memberEvents.eventCancelled', { reason: cancelReason })
  return t(signUpState === 'cancelled' ? 'memberEvents.state.cancelled' : 'memberEvents.state.successful')
}
