import { type Selectable, sql } from 'kysely'
import { type Database, EVERY_STORE } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ShownPicture } from '#shared/features/display/display.schema.ts'

/** Column names of items with display days that differ from the field names. */
export const shownColumns = { startDate: 'startsOn', endDate: 'endsOn', isActive: 'enabled' }

/** Maximum number of items shown. */
const MAX_SHOWN = 50

/** The items of a store on its business day in order: its own, and those of headquarters for the stores below. */
export const itemsShownNow = <T extends 'promoVideo' | 'carouselImage'>(
  db: Database,
  table: T,
  orgCode: string,
  now: Date,
): Promise<Selectable<Tables[T]>[]> =>
  db.scoped(
    // Items of headquarters are outside the store's scope.
    EVERY_STORE,
    async (trx) => {
      const { rows } = await sql<Selectable<Tables[T]>>`
        select t.* from ${sql.table(table)} t
        cross join (select business_day(s.org_code, ${now}) as today from store s where s.org_code = ${orgCode} and s.kind = 'store') d
        where t.org_code <> '' and starts_with(${orgCode}, t.org_code) and t.enabled
          and (t.starts_on is null or t.starts_on <= d.today) and (t.ends_on is null or t.ends_on >= d.today)
        order by t.index_number, t.id limit ${MAX_SHOWN}`.execute(trx)
      return rows
    },
    'reads',
  )

/** The carousel images of a store for today. */
export async function picturesShown(db: Database, orgCode: string, now: Date): Promise<ShownPicture[]> {
  const rows = await itemsShownNow(db, 'carouselImage', orgCode, now)
  return rows.map(({ title, photo }) => ({ title, photo }))
}
