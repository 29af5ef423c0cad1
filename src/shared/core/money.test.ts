import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Amount, formatAmount, formatMinor, fromMinor, toMinor } from './money.ts'

const LARGEST = 99_999_999_999
const minor = fc.integer({ min: -LARGEST, max: LARGEST })

describe('money', () => {
  it('survives conversion to the wire form and back', () => {
    fc.assert(fc.property(minor, (value) => toMinor(fromMinor(value)) === value))
  })

  it('survives JSON', () => {
    fc.assert(fc.property(minor, (value) => toMinor(JSON.parse(JSON.stringify(fromMinor(value)))) === value))
  })

  it('has a wire form that its own schema accepts', () => {
    fc.assert(fc.property(minor, (value) => Amount.safeParse(fromMinor(value)).success))
  })

  it.each([0.1 + 0.2, 1.005, 19.99, 4.35, 1.1, 8.2, 1_000_000.07])(
    'rounds only floating-point error of %d',
    (value) => {
      const twoDecimals = Number(value.toFixed(2))
      if (Math.abs(value - twoDecimals) > 1e-6) expect(() => toMinor(value)).toThrow(RangeError)
      else expect(toMinor(value)).toBe(Math.round(twoDecimals * 100))
    },
  )

  it.each([0.001, 1.999, Number.NaN, Number.POSITIVE_INFINITY, 1e9, -1e12])('refuses %d', (value) => {
    expect(() => toMinor(value)).toThrow(RangeError)
  })

  it('never yields minus zero, which would print as -0.00', () => {
    expect(Object.is(toMinor(-0), 0)).toBe(true)
    expect(formatMinor(toMinor(-0.0))).toBe('0.00')
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [100, '1.00'],
    [123_450, '1,234.50'],
    [-123_456_789, '-1,234,567.89'],
    [LARGEST, '999,999,999.99'],
  ])('formats %d as %s', (value, text) => {
    expect(formatMinor(value)).toBe(text)
    expect(formatAmount(fromMinor(value))).toBe(text)
  })

  it('formats a text that parses back without its commas', () => {
    fc.assert(fc.property(minor, (value) => toMinor(Number(formatMinor(value).replaceAll(',', ''))) === value))
  })
})
