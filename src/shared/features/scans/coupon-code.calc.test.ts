import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_LETTERS, codeCheck } from './checked-code.calc.ts'
import { ownCouponCode } from './coupon-code.calc.ts'
import { slipCode } from './slip-code.calc.ts'

const letters = CODE_LETTERS.split('')
const random = fc.array(fc.constantFrom(...letters), { minLength: 13, maxLength: 13 }).map((one) => one.join(''))
const code = random.map((text) => `C.${text}${codeCheck(text)}`)
const place = fc.integer({ min: 2, max: 15 })

describe('a code of a store’s own coupons', () => {
  it('has 60 random bits', () => {
    // Each of 256 bytes becomes one of 31 characters, so the likeliest character has 9 of them.
    expect(13 * Math.log2(256 / 9)).toBeGreaterThan(60)
    expect(new Set(letters).size).toBe(31)
  })

  it('is recognized in any case and with spaces', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(ownCouponCode(text)).toBe(text)
        expect(ownCouponCode(` ${text.slice(0, 6).toLowerCase()} ${text.slice(6)} `)).toBe(text)
      }),
    )
  })

  it('is not recognized with one wrong character', () => {
    fc.assert(
      fc.property(code, place, fc.constantFrom(...letters), (text, at, letter) => {
        fc.pre(text[at] !== letter)
        expect(ownCouponCode(text.slice(0, at) + letter + text.slice(at + 1))).toBeNull()
      }),
    )
  })

  it('is not recognized with two characters exchanged', () => {
    fc.assert(
      fc.property(code, place, place, (text, one, other) => {
        fc.pre(text[one] !== text[other])
        const changed = text.split('')
        changed[one] = text[other] ?? ''
        changed[other] = text[one] ?? ''
        expect(ownCouponCode(changed.join(''))).toBeNull()
      }),
    )
  })

  it.each([
    '',
    'C.',
    '1234567890',
    '134567890123456789',
    'T.ABCDEFGHJKMNPQRSTUVWXYZ23',
    'MT1234567890',
    'C.ABCDEFGHJKMNO2',
    'B.7Y864VZ8W4HV69',
  ])('is nothing else: %s', (text) => {
    expect(ownCouponCode(text)).toBeNull()
  })
})

it('a code of a cloakroom slip has another prefix', () => {
  fc.assert(
    fc.property(code, (text) => {
      const slip = text.replace('C.', 'B.')
      expect(slipCode(slip.toLowerCase())).toBe(slip)
      expect(slipCode(text)).toBeNull()
      expect(ownCouponCode(slip)).toBeNull()
    }),
  )
})
