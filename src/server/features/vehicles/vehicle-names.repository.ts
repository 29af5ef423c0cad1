import type { Transaction } from '#server/db/database.ts'

/** Adds the vehicle name to rows with a vehicle id. */
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

/** Replaces empty strings in these fields by null. */
export const orNull = <V extends object>(values: V, fields: readonly string[]): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fields.includes(name) && value === '' ? null : value]),
    // The columns are nullable, unlike the API fields.
  ) as V
