import { describe, expect, it } from 'vitest'
import { paymentMethodsOf, paysCash, tenderAfter, tendersOf } from './payment-methods.calc.ts'

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

describe('the tenders for goods', () => {
  const taken = (methods: Parameters<typeof tendersOf>[0], more?: Parameters<typeof tendersOf>[1]) =>
    tendersOf(methods, more)
      .filter(({ isTaken }) => isTaken)
      .map(({ tender }) => tender)

  it('are those that the store takes', () => {
    expect(taken({ takesCash: true, takesCodes: true })).toEqual(['wechat', 'cash'])
    expect(taken({ takesCash: true, takesCodes: false })).toEqual(['cash'])
    expect(taken({ takesCash: false, takesCodes: true })).toEqual(['wechat'])
    expect(taken({ takesCash: false, takesCodes: false })).toEqual([])
    expect(tendersOf({ takesCash: false, takesCodes: false })).toEqual([{ tender: 'wechat', isTaken: false }])
  })

  it('follow each other, without those that are not taken', () => {
    const offered = tendersOf({ takesCash: true, takesCodes: false }, { after: ['balance'] })
    expect(tenderAfter(offered, 'cash')).toBe('balance')
    expect(tenderAfter(offered, 'balance')).toBe('cash')
    expect(tenderAfter(offered, null)).toBe('cash')
    expect(tenderAfter(tendersOf({ takesCash: false, takesCodes: false }), 'wechat')).toBeNull()
  })

  it('begin with the balance of the member who is served', () => {
    const methods = { takesCash: false, takesCodes: false }
    expect(taken(methods, { before: ['balance'] })).toEqual(['balance'])
    expect(taken({ takesCash: true, takesCodes: false }, { after: ['balance', 'coins'] })).toEqual([
      'cash',
      'balance',
      'coins',
    ])
  })
})
