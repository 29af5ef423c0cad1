import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMinor } from '#shared/core/money.ts'
import { businessDay, dayEnds, daysAfter } from '#shared/core/time.ts'
import {
  normalizedRechargeRule,
  rechargeDraft,
  rechargeOutcome,
  rechargeProblems,
} from '#shared/features/rules/recharge-rules.calc.ts'
import { endOfDay } from '#shared/features/wallets/validity.calc.ts'
import { amountRefusal, cardAfter, cardRefusal, gainLines, type PlayCard, priceRefusal } from './recharge.calc.ts'

const NOW = new Date('2026-12-31T15:30:00Z')
const CLOCK = { now: NOW, timeZone: 'Asia/Shanghai', dayStartHour: 6 }
const DAY_MS = 86_400_000

const cents = fc.integer({ min: 0, max: 100_000_000 }).map((fen) => fen / 100)
const count = fc.integer({ min: 0, max: 100_000 })
const rules = fc
  .record({
    amountType: fc.constantFrom('fixed', 'custom'),
    salesMethod: fc.constantFrom('storedValue', 'listedPrice'),
    recharge: cents,
    price: cents,
    give: cents,
    integral: count,
    frequency: count,
    laps: count,
    projectType: fc.constantFrom('currency', 'kart'),
  })
  .map((given) => normalizedRechargeRule(rechargeDraft({ roleName: '规则', ...given })))
  .filter((rule) => rechargeProblems(rule).length === 0)

describe('gains of a recharge rule', () => {
  it('match the rule to the fen for all amounts; gifts are never paid balance', () => {
    fc.assert(
      fc.property(rules, cents, (rule, paid) => {
        const amount = toMinor(paid)
        const outcome = rechargeOutcome(rule, '2026-12-31', amount)
        const lines = gainLines(outcome, rule.projectType)
        const gained = (account: string) =>
          lines.filter((line) => line.account === account).reduce((all, { delta }) => all + delta, 0)
        const isCustom = rule.amountType === 'custom'
        expect(gained('balance')).toBe(isCustom ? amount : toMinor(rule.recharge))
        expect(gained('give')).toBe(toMinor(rule.give))
        expect([gained('integral'), gained('laps'), gained('frequency')]).toEqual([
          rule.integral,
          rule.laps,
          rule.frequency,
        ])
        expect(outcome.pays).toBe(isCustom ? amount : toMinor(rule.price))
        expect(lines.every(({ delta }) => Number.isSafeInteger(delta) && delta > 0)).toBe(true)
        expect(lines.every(({ account, project }) => (account === 'frequency') === (project !== ''))).toBe(true)
        // Stored value equals the amount paid.
        if (rule.salesMethod === 'storedValue') expect(gained('balance')).toBe(outcome.pays)
      }),
    )
  })

  it('are sold for the fixed price, or for a custom amount if the rule has no price', () => {
    fc.assert(
      fc.property(rules, fc.option(cents), (rule, paid) => {
        const amount = paid === null ? null : toMinor(paid)
        const isTaken = amountRefusal(rule, amount) === null
        if (rule.amountType === 'custom') {
          expect(isTaken).toBe(amount !== null && amount > 0 && amount >= toMinor(rule.recharge))
        } else expect(isTaken).toBe(amount === null || amount === toMinor(rule.price))
      }),
    )
    expect(priceRefusal(6900, 1)).toEqual({
      code: 'recharge.priceChanged',
      details: { field: 'amount', price: '69.00' },
    })
  })
})

describe('an unlimited card', () => {
  const month = { roleName: '月卡', changwanDays: 30, counts: -1 }
  const ten = { roleName: '十次', changwanDays: 0, counts: 10 }
  const held: PlayCard = { name: '旧卡', until: endOfDay('2027-01-05', CLOCK), uses: -1, issued: -1 }

  it('starts anew if the member has none or an expired one, and its days count from the next day', () => {
    // The store's business day ends at six, so it is still the 31st.
    const begun = { name: '月卡', until: new Date('2027-01-30T22:00:00Z'), uses: -1, issued: -1 }
    expect(cardAfter(null, month, CLOCK)).toEqual(begun)
    expect(cardAfter({ ...held, until: NOW }, month, CLOCK)).toEqual(begun)
    expect(cardAfter({ ...held, uses: 0 }, month, CLOCK)).toEqual(begun)
    expect(cardAfter(null, ten, CLOCK)).toEqual({ name: '十次', until: null, uses: 10, issued: 10 })
  })

  it('extends a valid card with the same kind of limit', () => {
    expect(cardRefusal(held, month, NOW)).toBeNull()
    expect(cardAfter(held, month, CLOCK)).toMatchObject({ until: endOfDay('2027-02-04', CLOCK), uses: -1 })
    const some = { name: '旧', until: null, uses: 3, issued: 10 }
    expect(cardRefusal(some, ten, NOW)).toBeNull()
    expect(cardAfter(some, ten, CLOCK)).toEqual({ name: '十次', until: null, uses: 13, issued: 20 })
  })

  it('is refused beside a valid card of another kind, which it would extend for too little money', () => {
    expect(cardRefusal(held, ten, NOW)?.code).toBe('recharge.cardDiffers')
    expect(cardRefusal({ ...held, uses: 5 }, month, NOW)?.code).toBe('recharge.cardDiffers')
    expect(cardRefusal({ ...held, until: null }, { ...month, changwanDays: 0 }, NOW)?.code).toBe('recharge.cardHasAll')
    expect(cardRefusal({ ...held, until: NOW }, ten, NOW)).toBeNull()
  })

  it('never loses value, and gains exactly what was sold', () => {
    const cards = fc.record({
      name: fc.constant('旧卡'),
      until: fc.option(fc.integer({ min: -5, max: 400 }).map((days) => endOfDay(daysAfter('2026-12-31', days), CLOCK))),
      uses: fc.integer({ min: -1, max: 500 }),
      issued: fc.integer({ min: -1, max: 500 }),
    })
    const sold = fc.record({
      roleName: fc.constant('新卡'),
      changwanDays: fc.integer({ min: 0, max: 400 }),
      counts: fc.integer({ min: -1, max: 500 }).filter((plays) => plays !== 0),
    })
    fc.assert(
      fc.property(cards, sold, (before, card) => {
        if (cardRefusal(before, card, NOW) !== null) return
        const after = cardAfter(before, card, CLOCK)
        const went = before.uses !== 0 && (before.until === null || before.until > NOW)
        if (went && before.until) {
          expect((after.until?.getTime() ?? 0) - before.until.getTime()).toBe(card.changwanDays * DAY_MS)
        }
        if (card.counts === -1) expect(after.uses).toBe(-1)
        else expect(after.uses).toBe((went ? before.uses : 0) + card.counts)
      }),
    )
  })
})

describe('a business day', () => {
  it('ends when the next one begins, in the time zone of the store', () => {
    expect(dayEnds('2026-12-31')).toEqual(new Date('2026-12-31T16:00:00Z'))
    expect(dayEnds('2026-12-31', 'Asia/Shanghai', 6)).toEqual(new Date('2026-12-31T22:00:00Z'))
    // The night when daylight saving time begins.
    expect(dayEnds('2026-03-28', 'Europe/Berlin')).toEqual(new Date('2026-03-28T23:00:00Z'))
    expect(dayEnds('2026-03-29', 'Europe/Berlin')).toEqual(new Date('2026-03-29T22:00:00Z'))
    // The night when it ends: two o'clock occurs twice, and the day begins at the first.
    expect(dayEnds('2034-10-28', 'Europe/Berlin', 2)).toEqual(new Date('2034-10-29T00:00:00Z'))
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York'),
        fc.constantFrom(0, 1, 2, 3, 4, 6),
        (days, zone, hour) => {
          const day = daysAfter('2026-01-01', days)
          const end = dayEnds(day, zone, hour)
          expect(businessDay(new Date(end.getTime() - 1000), zone, hour)).toBe(day)
          expect(businessDay(end, zone, hour)).toBe(daysAfter(day, 1))
        },
      ),
    )
  })
})
