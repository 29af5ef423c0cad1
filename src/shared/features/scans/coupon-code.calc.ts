/** No 0, 1, I, L, O or U: nobody confuses these when reading a code aloud. A prime number of them, so that the check finds every slip. */
export const COUPON_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Prefix of own coupons: no card, pay code or coupon of a platform contains a full stop, and QR alphanumeric mode includes it. */
const MARK = 'C.'
const RANDOM = 13
const SHAPE = new RegExp(`^C\\.[${COUPON_LETTERS}]{${RANDOM + 1}}$`)

/**
 * Returns the check character of a coupon's random characters. Their positions are weights, so that one wrong character and any two that
 * are exchanged give another one. `coupon_code_text` in SQL is the same.
 */
export function couponCheck(random: string): string {
  const sum = [...random].reduce((total, letter, index) => total + (index + 2) * COUPON_LETTERS.indexOf(letter), 0)
  return COUPON_LETTERS.charAt(sum % COUPON_LETTERS.length)
}

/** Returns the code of one of a store's own coupons as it is stored, or null if the text is none. Case and spaces do not matter. */
export function ownCouponCode(text: string): string | null {
  const code = text.replaceAll(/\s/g, '').toUpperCase()
  if (!SHAPE.test(code)) return null
  return couponCheck(code.slice(MARK.length, -1)) === code.slice(-1) ? code : null
}
