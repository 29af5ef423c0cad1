import fc from 'fast-check'
import { expect, it } from 'vitest'
import { businessDay, dayBegins, daysAfter } from '#shared/core/time.ts'
import { cardAfter } from '#shared/features/recharge/recharge.calc.ts'
import { daysLeft, endAfter, endOfDay, lastDayBought, lastDayOf } from './validity.calc.ts'

const CLOCK = { timeZone: 'Asia/Shanghai', dayStartHour: 0 }

it('makes a card of 30 days bought on 24 November valid until 24 December, with 30 days left', () => {
  const now = new Date('2026-11-24T15:59:00Z')
  const { until } = cardAfter(null, { roleName: '月卡', changwanDays: 30, counts: -1 }, { ...CLOCK, now })
  expect(until).toEqual(new Date('2026-12-24T16:00:00Z'))
  expect(until && lastDayOf(until, CLOCK)).toBe('2026-12-24')
  expect(daysLeft('2026-12-24', businessDay(now))).toBe(30)
})

const clocks = fc.record({
  timeZone: fc.constantFrom('Asia/Shanghai', 'UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York'),
  dayStartHour: fc.integer({ min: 0, max: 12 }),
})
const today = fc.integer({ min: 0, max: 4000 }).map((days) => daysAfter('2026-01-01', days))
const moments = fc.integer({ min: 0, max: 22 * 3_600_000 })
const days = fc.integer({ min: 1, max: 800 })

it('gives the same last day and number of days at any time of a day', () => {
  fc.assert(
    fc.property(clocks, today, moments, days, (clock, day, after, count) => {
      const now = new Date(dayBegins(day, clock.timeZone, clock.dayStartHour).getTime() + after)
      expect(businessDay(now, clock.timeZone, clock.dayStartHour)).toBe(day)
      const last = lastDayBought(day, count)
      const end = endOfDay(last, clock)
      expect(lastDayOf(end, clock)).toBe(last)
      expect(daysLeft(lastDayOf(end, clock), day)).toBe(count)
      // Valid until the last moment of that day.
      expect(businessDay(new Date(end.getTime() - 1), clock.timeZone, clock.dayStartHour)).toBe(last)
      expect(businessDay(end, clock.timeZone, clock.dayStartHour)).toBe(daysAfter(last, 1))
      const card = { roleName: '卡', changwanDays: count, counts: -1 }
      expect(cardAfter(null, card, { ...clock, now }).until).toEqual(end)
    }),
  )
})

it('extends by whole days, and always ends with a business day', () => {
  fc.assert(
    fc.property(clocks, today, days, days, (clock, day, held, more) => {
      const end = endAfter(endOfDay(lastDayBought(day, held), clock), more, clock)
      expect(end).toEqual(endOfDay(lastDayBought(day, held + more), clock))
    }),
  )
})

it('has 0 days left on the last day and afterwards', () => {
  expect(daysLeft('2026-12-24', '2026-12-24')).toBe(0)
  expect(daysLeft('2026-12-24', '2027-01-05')).toBe(0)
})
