import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargeOrder } from './charge.calc.ts'
import {
  chargeLines,
  depositOf,
  isPaidByMember,
  type PlannedLine,
  type PricedRule,
  payModeOf,
  peopleOnVehicles,
  priceOf,
  type Shortage,
  type Spendable,
} from './charge-lines.calc.ts'

const money = fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 30 }))
const few = fc.integer({ min: 0, max: 40 })
const project = fc.constantFrom('currency', 'kart', 'boat')
const rule: fc.Arbitrary<PricedRule> = fc.record({
  consumeType: fc.constantFrom(...ConsumeType.options),
  priceMode: fc.constantFrom('one', 'every'),
  price: money,
  deposit: money,
  integral: few,
  frequency: few,
  laps: few,
  coins: few,
  projectType: project,
  couponValue: money,
  off: fc.constant(0),
  goods: fc.constant(0),
})
const has: fc.Arbitrary<Spendable> = fc.record({
  balance: money,
  give: money,
  integral: few,
  laps: few,
  coins: few,
  visits: fc.dictionary(project, few),
  unlimited: fc.uniqueArray(project),
})
const people = fc.integer({ min: 1, max: 9 })
const vehicles = fc.integer({ min: 1, max: 5 })
const order = fc.constantFrom<ChargeOrder>('paidFirst', 'giftFirst', 'proportional')
const wanted = fc.constantFrom('wechat', 'cash')
const asked = fc.record({ people, vehicles, order, wanted })

const isShort = (plan: PlannedLine[] | Shortage): plan is Shortage => !Array.isArray(plan)
const sum = (plan: PlannedLine[], ...accounts: string[]): number =>
  plan.filter(({ account }) => accounts.includes(account)).reduce((total, { delta }) => total + delta, 0)
const nobody: Spendable = { balance: 0, give: 0, integral: 0, laps: 0, coins: 0, visits: {}, unlimited: [] }

describe('the lines of a charge', () => {
  it('never overdraw a wallet, name each account once, and are never empty', () => {
    fc.assert(
      fc.property(rule, has, asked, (by, owned, { people: party, vehicles: cars, order: how, wanted: mode }) => {
        const payMode = payModeOf(by, party, mode)
        const plan = chargeLines(by, { people: party, vehicles: cars, order: how, payMode }, owned)
        if (isShort(plan)) {
          expect(plan.needed).toBeGreaterThan(plan.available)
          return
        }
        expect(new Set(plan.map(({ account, project: of }) => `${account} ${of}`)).size).toBe(plan.length)
        for (const { account, project: of, delta } of plan) {
          expect(Number.isSafeInteger(delta) && (delta !== 0 || account === 'coupon')).toBe(true)
          if (account === 'frequency') expect(-delta).toBeLessThanOrEqual(owned.visits[of] ?? 0)
          else if (account === 'unlimited') expect([delta, owned.unlimited.includes(of)]).toEqual([-1, true])
          else if (['balance', 'give', 'integral', 'laps', 'coins'].includes(account))
            expect(-delta).toBeLessThanOrEqual(owned[account as 'balance'])
          else expect(delta).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('add up to the price to the fen', () => {
    fc.assert(
      fc.property(rule, has, asked, (by, owned, { people: party, vehicles: cars, order: how, wanted: mode }) => {
        const payMode = payModeOf(by, party, mode)
        const plan = chargeLines(by, { people: party, vehicles: cars, order: how, payMode }, owned)
        if (isShort(plan)) return
        const price = priceOf(by, party)
        if (by.consumeType === 'GROUPCOUPON') expect(sum(plan, 'coupon')).toBe(price)
        else if (by.consumeType === 'NOCARDCONSUME') {
          expect(sum(plan, 'cash', 'scan') - sum(plan, 'deposit')).toBe(price)
          expect(sum(plan, 'deposit')).toBe(depositOf(by))
        } else expect(sum(plan, 'balance', 'give') + price).toBe(0)
        if (by.consumeType === 'GIFT') expect(sum(plan, 'balance')).toBe(0)
      }),
    )
  })

  it('change wallets only for types paid by members', () => {
    fc.assert(
      fc.property(rule, has, people, wanted, (by, owned, party, mode) => {
        const payMode = payModeOf(by, party, mode)
        const all = { people: party, vehicles: 1, order: 'paidFirst', payMode } as const
        if (isPaidByMember(by.consumeType)) expect(payMode).toBe('balance')
        else expect(chargeLines(by, all, owned)).toEqual(chargeLines(by, all, nobody))
      }),
    )
  })

  const kart: PricedRule = {
    consumeType: 'FREQUENCY',
    priceMode: 'every',
    price: 3000,
    deposit: 5000,
    integral: 7,
    frequency: 2,
    laps: 5,
    coins: 3,
    projectType: 'kart',
    couponValue: 9900,
    off: 0,
    goods: 0,
  }
  const plan = (by: Partial<PricedRule>, party: number, owned: Partial<Spendable> = {}, cars = 1) =>
    chargeLines(
      { ...kart, ...by },
      { people: party, vehicles: cars, order: 'paidFirst', payMode: payModeOf({ ...kart, ...by }, party, 'cash') },
      { ...nobody, ...owned },
    )

  it.each([
    [
      'visits of the project first',
      plan({}, 2, { visits: { kart: 3, currency: 5 } }),
      'frequency kart -3, frequency currency -1',
    ],
    ['visits of another project never', plan({}, 1, { visits: { boat: 9 } }), 'members.insufficientFrequency 2 0'],
    [
      'a general rule from general visits',
      plan({ projectType: 'currency' }, 1, { visits: { kart: 9, currency: 2 } }),
      'frequency currency -2',
    ],
    [
      'an unlimited card before visits',
      plan({}, 1, { visits: { kart: 3 }, unlimited: ['kart', 'currency'] }),
      'unlimited kart -1',
    ],
    [
      'visits for those without the card',
      plan({}, 3, { visits: { kart: 9 }, unlimited: ['currency'] }),
      'unlimited currency -1, frequency kart -4',
    ],
    [
      'one use where a party is charged once',
      plan({ priceMode: 'one' }, 3, { unlimited: ['kart'] }),
      'unlimited kart -1',
    ],
    [
      'an unlimited card alone',
      plan({ consumeType: 'PLAYFREELY' }, 1, { visits: { kart: 9 } }),
      'members.noUnlimitedCard 1 0',
    ],
    ['laps for each vehicle', plan({ consumeType: 'QUAN' }, 1, { laps: 16 }, 3), 'laps  -15'],
    [
      'both wallets or neither',
      plan({ consumeType: 'BALANCEANDINTEGRAL' }, 2, { balance: 9000, integral: 13 }),
      'members.insufficientIntegral 14 13',
    ],
    ['cash with its deposit', plan({ consumeType: 'NOCARDCONSUME' }, 2), 'cash  11000, deposit  5000'],
    ['a deposit alone', plan({ consumeType: 'NOCARDCONSUME', price: 0 }, 2), 'cash  5000, deposit  5000'],
    ['what a coupon is worth', plan({ consumeType: 'GROUPCOUPON' }, 2, {}, 4), 'coupon  9900'],
    ['nothing for a test', plan({ consumeType: 'TESTCARD' }, 1), ''],
  ] as const)('are %s', (_what, lines, expected) => {
    const shown = isShort(lines)
      ? `${lines.code} ${lines.needed} ${lines.available}`
      : lines.map(({ account, project: of, delta }) => `${account} ${of} ${delta}`).join(', ')
    expect(shown).toBe(expected)
  })
})

describe('people on vehicles', () => {
  it('are all seated, with at least one person per vehicle and no seat used twice', () => {
    fc.assert(
      fc.property(people, fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }), (party, seats) => {
        const spread = peopleOnVehicles(party, seats)
        const most = seats.includes(0) ? Number.POSITIVE_INFINITY : seats.reduce((all, places) => all + places, 0)
        expect(spread === null).toBe(Math.max(party, seats.length) > most)
        if (!spread) return
        expect(spread.reduce((all, here) => all + here, 0)).toBe(Math.max(party, seats.length))
        for (const [index, here] of spread.entries()) {
          expect(here).toBeGreaterThanOrEqual(1)
          if (seats[index]) expect(here).toBeLessThanOrEqual(seats[index])
        }
      }),
    )
  })
})
