import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { typeStatements } from '#server/core/lists/type-table.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { vehicleTypeResource, vehicleTypes } from '#shared/features/vehicles/vehicle-types.contract.ts'

type Row = z.output<typeof vehicleTypeResource.entity>
const table = crudTable(vehicleTypeResource, { table: 'vehicleType', ofStores: true, complete: withCounts })

async function withCounts(trx: Transaction, rows: readonly Row[]): Promise<Row[]> {
  const { rows: counts } = await sql<{ id: string; count: number }>`select t.id, count(v.id)::int as count
    from vehicle_type t join vehicle v on v.known_type = t.name and v.org_code = t.org_code and v.condition <> 'scrapped'
    where t.id = any(${rows.map(({ id }) => id)}::uuid[]) group by t.id`.execute(trx)
  const byType = new Map(counts.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, vehicleCount: byType.get(row.id) ?? 0 }))
}

const statements: typeof table = {
  ...table,
  ...typeStatements(table, {
    types: 'vehicle_type',
    users: 'vehicle',
    column: 'vehicle_type',
    knownColumn: 'known_type',
    constraint: 'vehicle_type_exists',
    inUse: 'vehicleTypes.inUse',
  }),
}

export function vehicleTypesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, vehicleTypes, crudHandlers(deps, vehicleTypeResource, statements))
}
