import { describe, expect, it } from 'vitest'
import { paymentMethodsOf, paysCash } from './payment-methods.calc.ts'

describe('the payment method', () => {
  it.each([
    // takes cash, takes codes, wants cash; pays cash
    ['YES', 'YES', false, false],
    ['YES', 'YES', true, true],
    ['YES', 'NO', false, true],
    ['NO', 'YES', true, false],
    ['NO', 'NO', true, false],
  ] as const)(
    'of a store with cash %s and codes %s, where cash is wanted: %s, is cash: %s',
    (acceptsCash, takesCodes, wanted, cash) => {
      expect(paysCash(wanted, paymentMethodsOf({ acceptsCash, takesCodes }))).toBe(cash)
    },
  )

  it('is a scan payment until the settings of the store are loaded', () => {
    expect(paysCash(false, paymentMethodsOf(undefined))).toBe(false)
    expect(paymentMethodsOf(null)).toEqual({ takesCash: false, takesCodes: true })
  })
})
