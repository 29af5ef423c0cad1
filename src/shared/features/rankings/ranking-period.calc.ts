import { daysAfter } from '#shared/core/time.ts'
import type { RankingWeek } from '#shared/features/stores/store-settings.schema.ts'
import type { RankingPeriod } from './ranking.schema.ts'

type Week = (typeof RankingWeek)['options'][number]

/** First and last day of a period, inclusive. */
export interface PeriodDays {
  from: string
  until: string
}

const MONDAY = 1
const SATURDAY = 6

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns the first day of the month that is `months` after the month of `day`. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

function months(day: string, count: number): PeriodDays {
  const monthsIn = (Number(day.slice(5, 7)) - 1) % count
  const from = monthAfter(day, -monthsIn)
  return { from, until: daysAfter(monthAfter(from, count), -1) }
}

/** Returns the period of a business day; null for all time. The first day of weeks is a store setting. */
export function periodOf(period: RankingPeriod, day: string, week: Week): PeriodDays | null {
  switch (period) {
    case 'day':
      return { from: day, until: day }
    case 'week': {
      const begins = week === 'mondayToSunday' ? MONDAY : SATURDAY
      const from = daysAfter(day, -((weekdayOf(day) - begins + 7) % 7))
      return { from, until: daysAfter(from, 6) }
    }
    case 'month':
      return months(day, 1)
    case 'quarter':
      return months(day, 3)
    case 'year':
      return months(day, 12)
    case 'overgame':
      return null
  }
}

/** Returns every day of a period. */
export function daysIn({ from, until }: PeriodDays): string[] {
  const days: string[] = []
  for (let day = from; day <= until; day = daysAfter(day, 1)) days.push(day)
  return days
}

/** Returns the first day of each month of a period of whole months. */
export function monthsIn({ from, until }: PeriodDays): string[] {
  const found: string[] = []
  for (let month = from; month <= until; month = monthAfter(month, 1)) found.push(month)
  return found
}

interface PlaceCounts {
  rankingWeekCount: number
  rankingMonthCount: number
  rankingQuarterCount: number
}

/** Number of places in a ranking. A day has as many as a week; a year and all time as many as a quarter. */
export function placesOf(period: RankingPeriod, counts: PlaceCounts): number {
  if (period === 'day' || period === 'week') return counts.rankingWeekCount
  return period === 'month' ? counts.rankingMonthCount : counts.rankingQuarterCount
}
