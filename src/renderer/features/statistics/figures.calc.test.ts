import { describe, expect, it } from 'vitest'
import type { FigureRow, Figures } from '#shared/features/statistics/statistics.contract.ts'
import { changeOf, changeText, daysOrWeeks, figureText, isBetter } from './figures.calc.ts'

const figures = (revenue: number, orders = 1) => ({ revenue, orders }) as Figures
const row = (key: string, now: number, before = 0): FigureRow => ({
  key,
  name: '',
  now: figures(now),
  before: figures(before, 0),
  seconds: { now: 90, before: 10 },
})

describe('figures on the screen', () => {
  it('show the change in per cent, and a dash without an earlier value', () => {
    expect([changeOf(112, 100), changeOf(50, 100), changeOf(5, 0), changeOf(5, -3)]).toEqual([12, -50, null, null])
    expect([12, -50, 0, null].map(changeText)).toEqual(['+12%', '-50%', '0%', '–'])
    expect([figureText('revenue', 1234.5), figureText('orders', 12345)]).toEqual(['1,234.50', '12,345'])
  })
  it('are summed by weeks where there are too many days, exact to the fen', () => {
    const days = Array.from({ length: 65 }, (_, at) => row(`day ${at}`, 0.1, 0.2))
    const weeks = daysOrWeeks(days)
    expect(weeks).toHaveLength(10)
    expect(weeks[0]).toMatchObject({ key: 'day 0/day 6', now: { revenue: 0.7, orders: 7 }, before: { revenue: 1.4 } })
    expect(weeks.at(-1)).toMatchObject({ key: 'day 63/day 64', now: { revenue: 0.2 } })
    expect(daysOrWeeks(days.slice(0, 30))).toHaveLength(30)
  })
  it('have the minutes of a week from its seconds, not from rounded minutes', () => {
    const days = Array.from({ length: 70 }, (_, at) => ({ ...row(`day ${at}`, 0), now: { ...figures(0), minutes: 2 } }))
    const [week] = daysOrWeeks(days)
    expect([week?.now.minutes, week?.before.minutes, week?.seconds]).toEqual([11, 1, { now: 630, before: 70 }])
  })
  it('are better or worse depending on the figure', () => {
    expect(isBetter('revenue', 5)).toBe(true)
    expect(isBetter('revenue', -5)).toBe(false)
    expect(isBetter('refunded', -100)).toBe(true)
    expect(isBetter('refunded', 3)).toBe(false)
    expect([isBetter('deposit', 10), isBetter('revenue', 0), isBetter('revenue', null)]).toEqual([null, null, null])
  })
})
