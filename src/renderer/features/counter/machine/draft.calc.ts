import { isFilled, type Offer } from '#renderer/features/counter/choices/choices.calc.ts'
import { type CounterState, memberOf } from './counter.state.ts'

/** The choices to store against a crash. */
export function draftOf(state: CounterState, offer: Offer) {
  const { choices, resumedId } = state
  const { type, ruleId, people, racer, remark, vehicleId, moreVehicles, couponCode, cart } = choices
  const member = memberOf(state)
  return {
    chosen: { type, ruleId, people, racer, remark, vehicleId, moreVehicles, couponCode, cart },
    memberId: member?.id ?? '',
    // A guest of the offline queue survives a crash by the queue.
    isFilled: resumedId === null && (isFilled(choices, offer) || member !== null),
  }
}

/**
 * Whether a stored draft may be restored after it was read. Not if the cashier has chosen something meanwhile, or has
 * cleared the screen for another guest.
 */
export const isRestorable = ({ isFilled, isNextGuest }: { isFilled: boolean; isNextGuest: boolean }): boolean =>
  !isFilled && !isNextGuest
