import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { vehicleTypeResource, vehicleTypes } from '#shared/features/vehicles/vehicle-types.contract.ts'

const table = crudTable(vehicleTypeResource, { table: 'vehicleType', ofStores: true })
type Row = Awaited<ReturnType<typeof table.get>>

async function withCounts(trx: Transaction, rows: Row[]): Promise<Row[]> {
  const { rows: counts } = await sql<{ id: string; count: number }>`select t.id, count(v.id)::int as count
    from vehicle_type t join vehicle v on v.known_type = t.name and v.org_code = t.org_code and v.condition <> 'scrapped'
    where t.id = any(${rows.map(({ id }) => id)}::uuid[]) group by t.id`.execute(trx)
  const byType = new Map(counts.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, vehicleCount: byType.get(row.id) ?? 0 }))
}

const statements: typeof table = {
  ...table,
  async page(trx, ...rest) {
    const page = await table.page(trx, ...rest)
    return { ...page, records: await withCounts(trx, page.records) }
  },
  async get(trx, id) {
    const [row] = await withCounts(trx, [await table.get(trx, id)])
    if (!row) throw new AppError('common.recordNotFound')
    return row
  },
  /** Renaming a type renames it on all of its vehicles. */
  async edit(trx, id, values, writer) {
    // Vehicles refer to the name, so both change before the constraint is checked.
    await sql`set constraints vehicle_type_exists deferred`.execute(trx)
    const change = await table.edit(trx, id, values, writer)
    const { before, after } = change
    if (before.name !== after.name) {
      await trx
        .updateTable('vehicle')
        .set({ vehicleType: after.name })
        .where('orgCode', '=', after.sysOrgCode)
        .where('vehicleType', '=', before.name)
        .execute()
    }
    return change
  },
  async remove(trx, ids) {
    const { rows } = await sql<{ name: string }>`select t.name from vehicle_type t
      where t.id::text = any(${[...ids]}::text[])
        and exists (select from vehicle v where v.known_type = t.name and v.org_code = t.org_code)
      limit 1`.execute(trx)
    if (rows[0]) throw new AppError('vehicleTypes.inUse', { type: rows[0].name })
    return table.remove(trx, ids)
  },
}

export function vehicleTypesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, vehicleTypes, crudHandlers(deps, vehicleTypeResource, statements))
}
