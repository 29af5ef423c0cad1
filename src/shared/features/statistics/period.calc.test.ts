import { describe, expect, it } from 'vitest'
import { comparedWith, daysOf, lengthOf } from './period.calc.ts'

const TODAY = '2026-03-04'

describe('the days of statistics', () => {
  it('are relative to today', () => {
    expect(daysOf({ period: 'today' }, TODAY)).toEqual({ from: TODAY, until: TODAY })
    expect(daysOf({ period: 'yesterday' }, TODAY)).toEqual({ from: '2026-03-03', until: '2026-03-03' })
    expect(daysOf({}, TODAY)).toEqual({ from: '2026-02-26', until: TODAY })
    expect(lengthOf(daysOf({ period: 'days30' }, TODAY))).toBe(30)
    expect(daysOf({ period: 'month' }, TODAY)).toEqual({ from: '2026-03-01', until: TODAY })
    expect(lengthOf(daysOf({ period: 'year' }, TODAY))).toBe(365)
  })
  it('may be a range, in order and limited in length', () => {
    expect(daysOf({ period: 'range', from: '2026-01-05' }, TODAY)).toEqual({ from: '2026-01-05', until: '2026-01-05' })
    expect(() => daysOf({ period: 'range', from: TODAY, until: '2026-03-03' }, TODAY)).toThrow('statistics.backwards')
    expect(() => daysOf({ period: 'range', from: '2024-01-01', until: TODAY }, TODAY)).toThrow('statistics.tooLong')
  })
  it('are compared with days whole weeks earlier', () => {
    expect(comparedWith({ from: TODAY, until: TODAY }, TODAY)).toEqual({
      before: { from: '2026-02-25', until: '2026-02-25' },
      cutDays: 7,
    })
    for (const period of ['days7', 'days30', 'month', 'year'] as const) {
      const days = daysOf({ period }, TODAY)
      const { before } = comparedWith(days, TODAY)
      expect(lengthOf(before)).toBe(lengthOf(days))
      expect(before.until < days.from).toBe(true)
      expect((Date.parse(days.from) - Date.parse(before.from)) % (7 * 86_400_000)).toBe(0)
    }
  })
  it('have comparison days that never pass the counterpart of today', () => {
    const until = '2026-03-06'
    expect(comparedWith({ from: '2026-03-02', until }, TODAY)).toEqual({
      before: { from: '2026-02-23', until: '2026-02-25' },
      cutDays: 7,
    })
    expect(comparedWith({ from: '2026-03-02', until: '2026-03-03' }, TODAY)).toEqual({
      before: { from: '2026-02-23', until: '2026-02-24' },
    })
  })
})
