import { sql } from 'kysely'
import type { Scope, Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { inStores, type ReportDays } from './report-days.service.ts'

/** The clearing entries of a day between two stores, in minor units. */
export interface ClearedDay {
  day: string
  homeOrgCode: string
  homeName: string
  rideOrgCode: string
  rideName: string
  balance: number
  give: number
  integral: number
  laps: number
  coins: number
  frequency: number
  unlimited: number
  charges: number
}

/** The most days and pairs of an answer: a chain of many stores over many days. */
const MAX_ROWS = 20_000

/**
 * Clearing entries by day and pair of stores, the newest day first. The stores that owe may be out of scope. Throws `reports.tooManyRows`
 * above `most` rows.
 */
export async function clearedDays(
  trx: Transaction,
  { from, until }: ReportDays,
  stores: Scope | undefined,
  most = MAX_ROWS,
): Promise<ClearedDay[]> {
  const part = (project: string) =>
    sql`coalesce(sum(l.delta) filter (where l.project = ${sql.lit(project)}), 0)::bigint as ${sql.ref(project)}`
  const of = stores
    ? sql`(${inStores('l', stores)} or l.other_org_code >= ${stores.from} and l.other_org_code < ${stores.to})`
    : sql`true`
  const { rows } = await sql<ClearedDay>`
    select l.business_day::text as day, l.other_org_code as home_org_code, home_store_name(l.other_org_code) as home_name,
        l.org_code as ride_org_code, s.name as ride_name, ${part('balance')}, ${part('give')}, ${part('integral')}, ${part('laps')},
        ${part('coins')}, ${part('frequency')}, ${part('unlimited')},
        count(distinct l.cause_id) filter (where l.cause_kind = 'consume')::integer as charges
      from ledger_line l join store s on s.org_code = l.org_code
      where l.account = 'clearing' and l.business_day between ${from}::date and ${until}::date and ${of}
      group by l.business_day, l.other_org_code, l.org_code, s.name
      order by l.business_day desc, l.other_org_code, l.org_code limit ${most + 1}`.execute(trx)
  if (rows.length > most) throw new AppError('reports.tooManyRows', { field: 'from', limit: most })
  return rows
}
