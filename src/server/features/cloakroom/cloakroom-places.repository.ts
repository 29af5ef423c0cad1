import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { cloakroomPlaceResource } from '#shared/features/cloakroom/cloakroom-places.contract.ts'

type Row = z.output<typeof cloakroomPlaceResource.entity>
type Conditions = readonly RawBuilder<unknown>[]

const table = crudTable(cloakroomPlaceResource, {
  table: 'cloakroomPlace',
  ofStores: true,
  columns: { placeName: 'name', placeKind: 'kind', isActive: 'active' },
  codecs: { inUse: { toWire: () => 'NO', toColumn: () => undefined } },
  complete: withUse,
})

/** The thing in a place `t`. */
const HELD = sql`select from cloakroom_item i where i.place_id = t.id and i.org_code = t.org_code
  and i.state in ('saved', 'toBeCollected')`

async function withUse(trx: Transaction, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: used } = await sql<{ id: string }>`select t.id from cloakroom_place t
    where t.id = any(${ids}::uuid[]) and exists (${HELD})`.execute(trx)
  const inUse = new Set(used.map(({ id }) => id))
  return rows.map((row) => ({ ...row, inUse: inUse.has(row.id) ? 'YES' : 'NO' }))
}

/** The conditions of a search, with whether a place is in use. */
const withInUse = ({ inUse }: Record<string, unknown>, more: Conditions = []): Conditions =>
  inUse === 'YES' || inUse === 'NO'
    ? [...more, inUse === 'YES' ? sql`exists (${HELD})` : sql`not exists (${HELD})`]
    : more

export const cloakroomPlaceTable: typeof table = {
  ...table,
  page: (trx, user, query, more) => table.page(trx, user, query, withInUse(query, more)),
  count: (trx, user, query, more) => table.count(trx, user, query, withInUse(query, more)),
  each: (trx, user, query, more) => table.each(trx, user, query, withInUse(query, more)),
  async add(trx, { sysOrgCode, ...values }, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    return table.add(trx, values, { ...writer, orgCode })
  },
  /** Places that have held something stay, because its record names them; they can be switched off. */
  async remove(trx, ids) {
    // A call that stores something holds the row of its place.
    await sql`select from cloakroom_place t where t.id::text = any(${[...ids]}::text[]) order by t.id for update`.execute(
      trx,
    )
    const { rows } = await sql<{ name: string }>`select t.name from cloakroom_place t
      where t.id::text = any(${[...ids]}::text[])
        and exists (select from cloakroom_item i where i.place_id = t.id and i.org_code = t.org_code) limit 1`.execute(
      trx,
    )
    if (rows[0]) throw new AppError('cloakroomPlaces.inUse', { place: rows[0].name })
    return table.remove(trx, ids)
  },
}

/**
 * The name of a place of a store that may hold something, locked against deletion. That it is free is decided by
 * `cloakroom_item_place_free`. Throws `cloakroom.placeUnknown` or `cloakroom.placeInactive`.
 */
export async function lockPlace(trx: Transaction, id: string, orgCode: string): Promise<string> {
  const place = await trx
    .selectFrom('cloakroomPlace')
    .select(['name', 'active'])
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forKeyShare()
    .executeTakeFirst()
  if (!place) throw new AppError('cloakroom.placeUnknown', { field: 'placeId' })
  if (!place.active) throw new AppError('cloakroom.placeInactive', { field: 'placeId', place: place.name })
  return place.name
}
