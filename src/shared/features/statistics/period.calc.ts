import { AppError } from '#shared/core/errors.ts'
import { daysAfter } from '#shared/core/time.ts'
import { type FigurePeriod, MOST_DAYS } from './statistics.contract.ts'

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

/** The days that are asked for, seen from today. */
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
      if (lengthOf(days) > MOST_DAYS) throw new AppError('statistics.tooLong', { field: 'from', limit: MOST_DAYS })
      return days
    }
  }
}

/** The same days as many whole weeks earlier as they are long, so that each weekday stands beside its like. */
export function daysBefore(days: Days): Days {
  const back = -7 * Math.ceil(lengthOf(days) / 7)
  return { from: daysAfter(days.from, back), until: daysAfter(days.until, back) }
}

/** How long before a day its counterpart was. */
export const shiftOf = (days: Days): number => 7 * Math.ceil(lengthOf(days) / 7)
