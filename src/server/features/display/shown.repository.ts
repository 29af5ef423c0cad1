import { type Selectable, sql } from 'kysely'
import { type Database, EVERY_STORE } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ShownPicture } from '#shared/features/display/display.schema.ts'

/** Columns of what is shown on some days whose fields are called otherwise. */
export const shownColumns = { startDate: 'startsOn', endDate: 'endsOn', isActive: 'enabled' }

/** More than anybody looks at. */
const MOST_SHOWN = 50

/** What is shown at a store on its business day, in its order: its own, and what headquarters shows at all stores below. */
export const itemsShownNow = <T extends 'promoVideo' | 'carouselImage'>(
  db: Database,
  table: T,
  orgCode: string,
  now: Date,
): Promise<Selectable<Tables[T]>[]> =>
  db.scoped(
    // What stands above a store is outside its own scope.
    EVERY_STORE,
    async (trx) => {
      const { rows } = await sql<Selectable<Tables[T]>>`
        select t.* from ${sql.table(table)} t
        cross join (select business_day(s.org_code, ${now}) as today from store s where s.org_code = ${orgCode} and s.kind = 'store') d
        where t.org_code <> '' and starts_with(${orgCode}, t.org_code) and t.enabled
          and (t.starts_on is null or t.starts_on <= d.today) and (t.ends_on is null or t.ends_on >= d.today)
        order by t.index_number, t.id limit ${MOST_SHOWN}`.execute(trx)
      return rows
    },
    'reads',
  )

/** The pictures of a store's carousel today. */
export async function picturesShown(db: Database, orgCode: string, now: Date): Promise<ShownPicture[]> {
  const rows = await itemsShownNow(db, 'carouselImage', orgCode, now)
  return rows.map(({ title, photo }) => ({ title, photo }))
}
