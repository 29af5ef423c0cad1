import type { Catalogue } from '#renderer/platform/platform.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import { DISCOUNTED_TYPES } from '#shared/features/coupons/coupon-discount.calc.ts'
import type { Choices, Offer } from './choices.calc.ts'

interface OnScreen {
  choices: Choices
  catalogue: Catalogue | null
  offer: Offer
  hasMember: boolean
}

/** What one of the store's own coupons for a ride, or of its price, chooses; null where the screen offers no such ride. */
export function choiceOfCoupon(coupon: ShownCoupon, on: OnScreen): Partial<Choices> | null {
  const [only = null, ...others] = coupon.ruleIds.split(',').filter(Boolean)
  const onlyRule = others.length === 0 ? only : null
  return coupon.couponKind === 'rule' ? rideChoice(coupon, onlyRule, on.choices) : discountChoice(coupon, onlyRule, on)
}

/** A ride coupon pays like one of a platform. */
function rideChoice({ code }: ShownCoupon, onlyRule: string | null, { type, ruleId }: Choices): Partial<Choices> {
  const chosen = type === 'GROUPCOUPON' ? ruleId : null
  return { type: 'GROUPCOUPON', ruleId: chosen ?? onlyRule, couponCode: code }
}

/** A discount waits for a rule to whose price it applies; the only rule of its batch is chosen. */
function discountChoice(
  discount: ShownCoupon,
  onlyRule: string | null,
  { choices, catalogue, offer, hasMember }: OnScreen,
): Partial<Choices> | null {
  const rule = catalogue?.rules.find(({ id }) => id === onlyRule)
  const guestType = hasMember ? 'BALANCE' : 'NOCARDCONSUME'
  const type = rule?.consumeTypeRole ?? (DISCOUNTED_TYPES.includes(choices.type) ? choices.type : guestType)
  if (!offer.types.includes(type)) return null
  const ruleId = rule?.id ?? (type === choices.type ? choices.ruleId : null)
  return { type, ruleId, couponCode: '', discount }
}
