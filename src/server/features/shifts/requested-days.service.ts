import { AppError } from '#shared/core/errors.ts'
import { daysAfter } from '#shared/core/time.ts'
import { DEFAULT_OUTSIDE_DAYS, MAX_OUTSIDE_DAYS } from '#shared/features/shifts/shifts.contract.ts'

export interface RequestedDays {
  from?: string | undefined
  until?: string | undefined
  sysOrgCode?: string | undefined
}

const DAY_MS = 86_400_000

/** The requested business days; the latest by default. Throws `reports.backwards` or `reports.tooLong`. */
export function requestedDays(now: Date, requested: RequestedDays): { from: string; until: string } {
  // East of Greenwich the business day may be one later than UTC.
  const until = requested.until ?? daysAfter(now.toISOString().slice(0, 10), 1)
  const from = requested.from ?? daysAfter(until, 1 - DEFAULT_OUTSIDE_DAYS)
  if (from > until) throw new AppError('reports.backwards', { field: 'until' })
  if ((Date.parse(until) - Date.parse(from)) / DAY_MS >= MAX_OUTSIDE_DAYS)
    throw new AppError('reports.tooLong', { field: 'from', limit: MAX_OUTSIDE_DAYS })
  return { from, until }
}
