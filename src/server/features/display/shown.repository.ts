import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

/** More than anybody looks at. */
const MOST_SHOWN = 50

/** What of a store is shown on its business day, in its order. */
export async function shownNow<T extends 'promoVideo' | 'swiper'>(
  trx: Transaction,
  table: T,
  orgCode: string,
  now: Date,
): Promise<Selectable<Tables[T]>[]> {
  const { rows } = await sql<Selectable<Tables[T]>>`
    select t.* from ${sql.table(table)} t
    cross join lateral (select business_day(t.org_code, ${now}) as today) d
    where t.org_code = ${orgCode} and t.enabled
      and (t.starts_on is null or t.starts_on <= d.today) and (t.ends_on is null or t.ends_on >= d.today)
    order by t.index_number, t.id limit ${MOST_SHOWN}`.execute(trx)
  return rows
}
