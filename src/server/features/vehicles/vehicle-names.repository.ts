import type { Transaction } from '#server/db/database.ts'

/** Rows that name a vehicle by its id, with what it is called. */
export async function withVehicleNames<Row extends { vehicleId: string | null }>(
  trx: Transaction,
  rows: readonly Row[],
): Promise<(Row & { vehicleName: string | null })[]> {
  const ids = rows.map(({ vehicleId }) => vehicleId).filter((id) => id !== null)
  const found =
    ids.length === 0 ? [] : await trx.selectFrom('vehicle').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, vehicleName: (row.vehicleId && names.get(row.vehicleId)) || null }))
}

/** Empty texts that stand for nothing, as the columns have it. */
export const orNull = <V extends object>(values: V, fields: readonly string[]): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fields.includes(name) && value === '' ? null : value]),
    // The columns take null where the wire has an empty text.
  ) as V
