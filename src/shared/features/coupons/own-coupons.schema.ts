import { z } from 'zod'

/**
 * What a code is good for: `value` credits a member's gift wallet, `rule` pays a ride by a rule, `gift` is exchanged for a gift,
 * `discount` takes something off the price of a ride.
 */
export const CouponKind = z.enum(['value', 'rule', 'discount', 'gift'])
export type CouponKind = z.infer<typeof CouponKind>

export const CouponCodeState = z.enum(['unused', 'used', 'expired', 'void'])
export type CouponCodeState = z.infer<typeof CouponCodeState>

/** The most codes of a batch. */
export const MAX_COUPON_CODES = 100_000
