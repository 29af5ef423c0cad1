import { checkedCode } from './checked-code.calc.ts'

/** Prefix of own coupons: no card, pay code or coupon of a platform contains a full stop, and QR alphanumeric mode includes it. */
const PREFIX = 'C.'

/** Whether a text has the form of own coupons' codes. Same as `is_own_coupon` in SQL. */
export const isOwnCoupon = (text: string): boolean => text.toUpperCase().startsWith(PREFIX)

/** Returns the code of one of a store's own coupons as it is stored, or null if the text is none. Case and spaces do not matter. */
export const ownCouponCode = (text: string): string | null => checkedCode(PREFIX, text)
