import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import { couponDiscount, DISCOUNTED_TYPES } from '#shared/features/coupons/coupon-discount.calc.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { discountFor } from '#shared/features/rules/price.calc.ts'
import { chargedPeople } from '#shared/features/sessions/charge.calc.ts'
import { type CouponedRule, pricedOf, priceOf } from '#shared/features/sessions/charge-lines.calc.ts'

/** Whether a discount coupon is for a rule. */
export const isDiscounted = ({ ruleIds }: Pick<ShownCoupon, 'ruleIds'>, rule: OfferedRule): boolean =>
  DISCOUNTED_TYPES.includes(rule.consumeTypeRole) && (ruleIds === '' || ruleIds.split(',').includes(rule.id))

/**
 * The rule on the screen with what a discount coupon takes off the order. The coupon replaces the discount of the member's level;
 * where it is not better, or not for the rule, the rule stays as it is and the server refuses the coupon.
 */
export function ruleWithCoupon(
  /** With the price for the member. */
  shown: OfferedRule,
  { coupon, full, member, people }: { coupon: ShownCoupon; full: OfferedRule; member: Member | null; people: number },
): OfferedRule & CouponedRule {
  if (!isDiscounted(coupon, full)) return shown
  const off = couponDiscount(coupon, priceOf(pricedOf(full, 0), people))
  const ofLevel = discountFor(full, member) * chargedPeople(full.priceMode, people)
  return off > ofLevel ? { ...full, levelDiscounts: [], off } : shown
}
