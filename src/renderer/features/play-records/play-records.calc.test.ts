import { describe, expect, it } from 'vitest'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import { buildMember, buildRecord } from '#tests/support/venue/counter-data.ts'
import {
  canDelete,
  canLink,
  canSettle,
  costOf,
  couponedPrice,
  deductionOf,
  managesStores,
  paysAsGuest,
  priceFor,
  takenOf,
  takesMoney,
} from './play-records.calc.ts'

describe('the number of a ticket', () => {
  it('shows both numbers where the terminal printed another one than the server gave', () => {
    expect(ticketsOf({ ticketNo: 'A053', terminalTicket: 'K97-001' })).toBe('A053 / K97-001')
    expect(ticketsOf({ ticketNo: 'K97-001', terminalTicket: 'K97-001' })).toBe('K97-001')
    expect(ticketsOf({ ticketNo: 'A053', terminalTicket: '' })).toBe('A053')
  })
})

const kindOf = (consumeType: ConsumeType) => {
  const record = buildRecord({ consumeType })
  if (paysAsGuest(record)) return 'guest'
  return takesMoney(record) ? 'money' : 'wallet'
}

describe('pay-later records', () => {
  it('can be settled only while pending, each by its consume type', () => {
    expect(canSettle(buildRecord(), false)).toBe(true)
    expect(['BALANCE', 'NOCARDCONSUME', 'GROUPCOUPON', 'QUAN'].map((type) => kindOf(type as 'QUAN'))).toEqual([
      'money',
      'guest',
      'guest',
      'wallet',
    ])
    for (const playState of ['CONSUMED', 'RECHARGED', 'ESCAPED', 'CANCELLED'] as const) {
      expect(canSettle(buildRecord({ playState }), false)).toBe(false)
      expect(canDelete(buildRecord({ playState }))).toBe(false)
    }
  })

  it('can be settled by store managers after they have escaped', () => {
    expect((['-1', '0', '1', '2', '3', '4'] as const).map(managesStores)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(canSettle(buildRecord({ playState: 'ESCAPED' }), true)).toBe(true)
    expect(canSettle(buildRecord({ playState: 'CANCELLED' }), true)).toBe(false)
  })

  it('can be linked to a recharge where they are trials of walk-ins', () => {
    const trial = buildRecord({ consumeType: 'NOCARDCONSUME', userId: null })
    expect(canLink(trial, false)).toBe(true)
    expect(canLink({ ...trial, playState: 'ESCAPED' }, false)).toBe(false)
    expect(canLink({ ...trial, playState: 'ESCAPED' }, true)).toBe(true)
    expect(canLink({ ...trial, userId: '100001' }, true)).toBe(false)
    expect(canLink({ ...trial, consumeType: 'BALANCE' }, true)).toBe(false)
  })

  it('show what a deduction takes from each wallet and what remains', () => {
    const member = buildMember({ balance: 30, give: 50, availableBalance: 80 })
    expect(deductionOf(buildRecord(), member, 'paidFirst')).toEqual({
      covered: true,
      balance: 3000,
      give: 800,
      rest: 4200,
    })
  })

  it('cost less by a coupon that takes off more than the level, and leave what the hold had more', () => {
    // 38.00 after a level discount of 2.00.
    const record = buildRecord({ price: 38, discount: 2, userId: '100001' })
    const percent = (couponPercent: number) => ({ couponPercent, couponValue: 0 })
    expect(couponedPrice(record, 3800, percent(25))).toBe(3000)
    expect(couponedPrice(record, 3800, percent(5))).toBe(3800)
    expect(couponedPrice(record, 3800, { couponPercent: 0, couponValue: 99 })).toBe(0)
    const member = buildMember({ balance: 50, give: 0, availableBalance: 12 })
    const deduction = deductionOf({ ...record, price: 30 }, member, 'paidFirst', 3800)
    expect(deduction).toEqual({ covered: true, balance: 3000, give: 0, rest: 2000 })
  })

  it('show what the member can still spend, without the holds of other pending rides', () => {
    const own = buildRecord({ userId: '100001' })
    const rest = (record: typeof own, availableBalance: number) => {
      const deduction = deductionOf(record, buildMember({ availableBalance }), 'paidFirst')
      return deduction.covered ? deduction.rest : deduction.available
    }
    // 550.00 in total: the price of 38.00 is held by this record, or by nothing, or 58.00 by another one.
    expect(rest(own, 512)).toBe(51_200)
    expect(rest(buildRecord({ userId: null }), 550)).toBe(51_200)
    expect(rest(own, 454)).toBe(45_400)
    expect(rest(buildRecord({ userId: '100002' }), 20)).toBe('20.00')
  })

  it('show what a deduction takes from points and laps, with their own hold as available', () => {
    const member = buildMember({ integral: 300, availableIntegral: 250, laps: 4, availableQuan: 4 })
    const points = buildRecord({ consumeType: 'BALANCEANDINTEGRAL', integral: 50 })
    expect(takenOf(points, member)).toEqual([{ wallet: 'integral', amount: 50, rest: 250 }])
    expect(takenOf({ ...points, userId: null }, member)).toEqual([{ wallet: 'integral', amount: 50, rest: 200 }])
    const laps = buildRecord({ consumeType: 'QUAN', countCycleNumber: 5, price: 0 })
    expect(takenOf(laps, member)).toEqual([{ wallet: 'laps', amount: 5, rest: -1 }])
    expect(takenOf(buildRecord(), member)).toEqual([])
  })

  it('list all costs', () => {
    const costs = (given: Parameters<typeof buildRecord>[0]) =>
      costOf(buildRecord(given)).map(({ wallet, amount }) => `${wallet} ${amount}`)
    expect(costs({ consumeType: 'BALANCEANDINTEGRAL', price: 30, integral: 50 })).toEqual(['money 30', 'integral 50'])
    expect(costs({ consumeType: 'QUAN', price: 0, countCycleNumber: 5 })).toEqual(['laps 5'])
    expect(costs({ consumeType: 'FREQUENCY', price: 0, frequency: 2 })).toEqual(['frequency 2'])
    expect(costs({ consumeType: 'PLAYFREELY', price: 0 })).toEqual(['money 0'])
  })

  it('show the shortage of the wallets', () => {
    const member = buildMember({ balance: 10, give: 5, availableBalance: 15 })
    expect(deductionOf(buildRecord(), member, 'paidFirst')).toEqual({
      covered: false,
      needed: '38.00',
      available: '15.00',
    })
  })
})

describe('what a record costs', () => {
  it('is the agreed price for its member, and the level price for another payer', () => {
    const record = buildRecord({ price: 67.98, discount: 12, people: 2, userId: '100001' })
    expect(priceFor(record, { id: '100001' }, 50)).toBe(6798)
    // 39.99 each, less 6.00.
    expect(priceFor(record, { id: '100002' }, 15)).toBe(6798)
    expect(priceFor(record, { id: '100002' }, 0)).toBe(7998)
    expect(priceFor({ ...record, levelDiscount: 'NO' }, { id: '100002' }, 50)).toBe(6798)
  })
})
