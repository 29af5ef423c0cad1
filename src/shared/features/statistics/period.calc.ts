import { AppError } from '#shared/core/errors.ts'
import { daysAfter } from '#shared/core/time.ts'
import { type FigurePeriod, MAX_STATISTICS_DAYS } from './statistics.contract.ts'

export interface Days {
  from: string
  until: string
}

interface Asked {
  period?: FigurePeriod | undefined
  from?: string | undefined
  until?: string | undefined
}

const DAY_MS = 86_400_000

export const lengthOf = ({ from, until }: Days): number => (Date.parse(until) - Date.parse(from)) / DAY_MS + 1

/** Whole minutes of a driving time. Rounded only after adding up, because rounded minutes do not add up. */
export const minutesOf = (seconds: number): number => Math.round(seconds / 60)

/** Returns the requested days relative to today. */
export function daysOf({ period = 'days7', from, until }: Asked, today: string): Days {
  switch (period) {
    case 'today':
      return { from: today, until: today }
    case 'yesterday':
      return { from: daysAfter(today, -1), until: daysAfter(today, -1) }
    case 'days7':
      return { from: daysAfter(today, -6), until: today }
    case 'days30':
      return { from: daysAfter(today, -29), until: today }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, until: today }
    case 'year':
      return { from: daysAfter(today, -364), until: today }
    case 'range': {
      const days = { from: from ?? until ?? today, until: until ?? from ?? today }
      if (days.from > days.until) throw new AppError('statistics.backwards', { field: 'until' })
      if (lengthOf(days) > MAX_STATISTICS_DAYS)
        throw new AppError('statistics.tooLong', { field: 'from', limit: MAX_STATISTICS_DAYS })
      return days
    }
  }
}

/** Days between a day and its counterpart: whole weeks, at least the length of the period, so that weekdays match. */
export const shiftOf = (days: Days): number => 7 * Math.ceil(lengthOf(days) / 7)

/**
 * Returns the comparison days. If the period includes today, they end with today's counterpart, cut at the same time of
 * day; `cutDays` is then how many days ago that was.
 */
export function comparedWith(days: Days, today: string): { before: Days; cutDays?: number } {
  const back = shiftOf(days)
  const before = { from: daysAfter(days.from, -back), until: daysAfter(days.until, -back) }
  if (days.until < today || days.from > today) return { before }
  return { before: { from: before.from, until: daysAfter(today, -back) }, cutDays: back }
}
