import { describe, expect, it } from 'vitest'
import { daysIn, monthsIn, periodOf } from './ranking-period.calc.ts'

describe('the period that a day belongs to', () => {
  it.each([
    ['day', '2026-02-28', '2026-02-28', '2026-02-28'],
    ['month', '2024-02-29', '2024-02-01', '2024-02-29'],
    ['month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['quarter', '2026-01-01', '2026-01-01', '2026-03-31'],
    ['year', '2026-06-15', '2026-01-01', '2026-12-31'],
  ] as const)('%s of %s', (period, day, from, until) => {
    expect(periodOf(period, day, 'mondayToSunday')).toEqual({ from, until })
  })

  it('begins its weeks on Monday or Saturday, as the store has chosen', () => {
    // The 23rd of November 2026 is a Monday.
    const week = (day: string, of: 'mondayToSunday' | 'saturdayToFriday') => periodOf('week', day, of)
    expect(week('2026-11-23', 'mondayToSunday')).toEqual({ from: '2026-11-23', until: '2026-11-29' })
    expect(week('2026-11-22', 'mondayToSunday')).toEqual({ from: '2026-11-16', until: '2026-11-22' })
    expect(week('2026-11-23', 'saturdayToFriday')).toEqual({ from: '2026-11-21', until: '2026-11-27' })
    expect(week('2026-11-27', 'saturdayToFriday')).toEqual({ from: '2026-11-21', until: '2026-11-27' })
    expect(week('2026-11-28', 'saturdayToFriday')).toEqual({ from: '2026-11-28', until: '2026-12-04' })
  })

  it('has no bounds for all time', () => {
    expect(periodOf('overgame', '2026-11-23', 'mondayToSunday')).toBeNull()
  })
})

it('lists all days and months of a period', () => {
  expect(daysIn({ from: '2026-02-27', until: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(monthsIn({ from: '2026-10-01', until: '2026-12-31' })).toEqual(['2026-10-01', '2026-11-01', '2026-12-01'])
})
