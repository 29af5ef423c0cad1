import { type Minor, toMinor } from '#shared/core/money.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** Types of rides that have a price in money of which a discount coupon takes something off. */
export const DISCOUNTED_TYPES: readonly ConsumeType[] = ['BALANCE', 'BALANCEANDINTEGRAL', 'NOCARDCONSUME']

/** What a discount coupon takes off: a percentage, or an amount where that is 0. */
export interface CouponDiscount {
  couponPercent: number
  /** As a wire amount. */
  couponValue: number
}

/**
 * What a discount coupon takes off the price of an order, in fen: the percentage rounded half up, or the amount, and never more
 * than the price. Mirrors `coupon_discount` in SQL; a test compares the two.
 */
export const couponDiscount = ({ couponPercent, couponValue }: CouponDiscount, price: Minor): Minor =>
  couponPercent > 0 ? Math.floor((price * couponPercent + 50) / 100) : Math.min(toMinor(couponValue), price)
