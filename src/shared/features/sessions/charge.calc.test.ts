import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChargeOrder, chargedPeople, splitBalance } from './charge.calc.ts'
import { shortWallet, valueToHold } from './hold.calc.ts'

const money = fc.oneof(fc.integer({ min: 0, max: 99_999_999_999 }), fc.integer({ min: 0, max: 20 }))
const order = fc.constantFrom<ChargeOrder>('paidFirst', 'giftFirst', 'proportional')

describe('the split of a BALANCE charge', () => {
  it('adds up and never overdraws a wallet', () => {
    fc.assert(
      fc.property(money, money, money, order, (amount, balance, give, how) => {
        const split = splitBalance(amount, balance, give, how)
        expect(split === null).toBe(amount > balance + give)
        if (!split) return
        const { balance: paid, give: gift } = split
        expect(paid + gift).toBe(amount)
        expect(paid >= 0 && paid <= balance && gift >= 0 && gift <= give).toBe(true)
        expect(Number.isSafeInteger(paid) && Number.isSafeInteger(gift)).toBe(true)
      }),
    )
  })

  it('touches the second wallet only when the first is empty', () => {
    fc.assert(
      fc.property(money, money, money, (amount, balance, give) => {
        const paidFirst = splitBalance(amount, balance, give, 'paidFirst')
        if (paidFirst && paidFirst.give > 0) expect(paidFirst.balance).toBe(balance)
        const giftFirst = splitBalance(amount, balance, give, 'giftFirst')
        if (giftFirst && giftFirst.balance > 0) expect(giftFirst.give).toBe(give)
      }),
    )
  })

  it('in proportion is never more than one fen from the exact share', () => {
    fc.assert(
      fc.property(money, money, money, (amount, balance, give) => {
        const split = splitBalance(amount, balance, give, 'proportional')
        if (!split || balance + give === 0) return
        const exact = BigInt(amount) * BigInt(balance)
        const got = BigInt(split.balance) * BigInt(balance + give)
        const difference = got > exact ? got - exact : exact - got
        expect(difference <= BigInt(balance + give)).toBe(true)
      }),
    )
  })

  it.each([
    ['paidFirst', 700, 500, 400, { balance: 500, give: 200 }],
    ['giftFirst', 700, 500, 400, { balance: 300, give: 400 }],
    ['proportional', 90, 100, 50, { balance: 60, give: 30 }],
    ['proportional', 1, 1, 1, { balance: 0, give: 1 }],
    ['proportional', 3, 1, 2, { balance: 1, give: 2 }],
    ['proportional', 0, 0, 0, { balance: 0, give: 0 }],
  ] as const)('%s takes %d from %d and %d', (how, amount, balance, give, expected) => {
    expect(splitBalance(amount, balance, give, how)).toEqual(expected)
  })
})

describe('what an order reserves', () => {
  const rule = { price: 1000, integral: 50, laps: 5, coins: 4, priceMode: 'every' } as const

  const nothing = { money: 0, integral: 0, laps: 0, coins: 0, give: 0 }

  it('depends on consume type and number of people', () => {
    expect(valueToHold({ ...rule, consumeType: 'BALANCE' }, 3)).toEqual({ ...nothing, money: 3000 })
    expect(valueToHold({ ...rule, consumeType: 'INTEGRAL' }, 2)).toEqual({ ...nothing, integral: 100 })
    expect(valueToHold({ ...rule, consumeType: 'BALANCEANDINTEGRAL' }, 2)).toEqual({
      ...nothing,
      money: 2000,
      integral: 100,
    })
    expect(valueToHold({ ...rule, consumeType: 'QUAN' }, 1)).toEqual({ ...nothing, laps: 5 })
    expect(valueToHold({ ...rule, consumeType: 'COIN' }, 3)).toEqual({ ...nothing, coins: 12 })
    expect(valueToHold({ ...rule, consumeType: 'GIFT' }, 2)).toEqual({ ...nothing, give: 2000 })
    expect(valueToHold({ ...rule, consumeType: 'NOCARDCONSUME' }, 1)).toEqual(nothing)
    expect(chargedPeople('one', 7)).toBe(1)
  })

  it('names the first wallet that does not cover it', () => {
    const free = { money: 10, integral: 10, laps: 10, coins: 10, give: 10 }
    expect(shortWallet(free, free)).toBeNull()
    expect(shortWallet({ ...nothing, money: 11, integral: 11 }, free)).toBe('money')
    expect(shortWallet({ ...nothing, integral: 11, laps: 11 }, free)).toBe('integral')
    expect(shortWallet({ ...nothing, laps: 11 }, free)).toBe('laps')
  })
})
