import { sql } from 'kysely'
import type { Scope, Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { daysAfter } from '#shared/core/time.ts'

export interface ReportDays {
  from: string
  until: string
}

const DAY_MS = 86_400_000

/** SQL condition for stores in scope of the table with this alias. */
export const inStores = (alias: string, stores: Scope | undefined) => {
  const code = sql.ref(`${alias}.org_code`)
  return stores ? sql`${code} >= ${stores.from} and ${code} < ${stores.to}` : sql`true`
}

export interface ReportClock {
  today: string
  dayStartHour: number
  timeZone: string
}

/** The current business day of the first store in scope, and its clock. */
export async function clockOf(trx: Transaction, now: Date, stores: Scope | undefined): Promise<ReportClock> {
  const { rows } = await sql<ReportClock>`
    select business_day(s.org_code, ${now}) as today, s.day_start_hour, s.time_zone
      from store s where ${inStores('s', stores)} order by s.org_code limit 1`.execute(trx)
  // A scope without stores has no business day.
  return rows[0] ?? { today: now.toISOString().slice(0, 10), dayStartHour: 0, timeZone: 'UTC' }
}

export const todayOf = async (trx: Transaction, now: Date, stores: Scope | undefined): Promise<string> =>
  (await clockOf(trx, now, stores)).today

/** The requested days, with defaults from `otherwise`. Throws `reports.backwards`, or `reports.tooLong` above `most` days. */
export function daysAsked({ from, until }: Partial<ReportDays>, otherwise: ReportDays, most: number): ReportDays {
  const days =
    from === undefined && until === undefined
      ? otherwise
      : { from: from ?? until ?? otherwise.from, until: until ?? from ?? otherwise.until }
  if (days.from > days.until) throw new AppError('reports.backwards', { field: 'until' })
  if (lengthOf(days) > most) throw new AppError('reports.tooLong', { field: 'from', limit: most })
  return days
}

export const lengthOf = ({ from, until }: ReportDays): number => (Date.parse(until) - Date.parse(from)) / DAY_MS + 1

export const lastDays = (today: string, days: number): ReportDays => ({
  from: daysAfter(today, 1 - days),
  until: today,
})

export const thisMonth = (today: string): ReportDays => ({ from: `${today.slice(0, 8)}01`, until: today })
