import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { RunEnd } from '#shared/features/vehicles/game-logs.contract.ts'
import type { Vehicle, VehicleState } from '#shared/features/vehicles/vehicles.contract.ts'

export type VehicleRow = Selectable<Tables['vehicle']>
export type RunRow = Selectable<Tables['run']>

/** The state of a vehicle; a run continues even if the vehicle is to be out of service afterwards. */
export function stateOf(condition: VehicleRow['condition'], isRunning: boolean): VehicleState {
  if (isRunning) return 'inUse'
  return condition === 'ready' ? 'idle' : condition
}

type VehicleWithRun = VehicleRow & {
  runId: string | null
  racer: string | null
  startedAt: Date | null
  endsAt: Date | null
}

/** A vehicle for counters; its state follows from its condition and current run. */
const toVehicle = (row: VehicleWithRun): Vehicle => ({
  id: row.id,
  sysOrgCode: row.orgCode,
  name: row.name,
  cardName: row.cardName,
  vehicleType: row.vehicleType,
  deviceType: 'VEHICLE',
  isConnecte: row.connected ? 'YES' : 'NO',
  // A vehicle reserved for a pending payment is in use as well.
  state: stateOf(row.condition, row.startedAt !== null || row.keptFor !== null),
  condition: row.condition,
  upkeep: row.upkeep,
  indexNumber: row.indexNumber,
  seats: row.seats,
  defaultMode: row.defaultMode,
  defaultLaps: row.defaultLaps,
  defaultMinutes: row.defaultMinutes,
  runId: row.runId ?? '',
  racer: row.racer,
  startedAt: row.startedAt && toWireTime(row.startedAt),
  endsAt: row.endsAt && toWireTime(row.endsAt),
})

/** SQL join of the run on vehicle `v`, without timed runs past their end. */
const joinCurrentRun = (now: Date) => sql`left join run run on run.vehicle_id = v.id and run.org_code = v.org_code
  and run.state = 'RUNNING' and (run.ends_at is null or run.ends_at > ${now})`

interface VehicleQuery {
  where: RawBuilder<unknown>[]
  order?: 'asc' | 'desc'
  limit?: number
  offset?: number
}

async function readVehicles(
  trx: Transaction,
  now: Date,
  { where, order = 'asc', limit = MAX_PICKED_ROWS, offset = 0 }: VehicleQuery,
): Promise<Vehicle[]> {
  const { rows } =
    await sql<VehicleWithRun>`select v.*, run.id as run_id, run.racer, run.started_at, run.ends_at from vehicle v ${joinCurrentRun(now)}
    where ${sql.join(where, sql` and `)}
    order by v.index_number ${sql.raw(order)}, v.org_code, v.id limit ${limit} offset ${offset}`.execute(trx)
  return rows.map(toVehicle)
}

const notScrapped = sql`v.condition <> 'scrapped'`

/** The vehicles of a store that are not scrapped. */
export const vehiclesOfStore = (trx: Transaction, now: Date, orgCode: string): Promise<Vehicle[]> =>
  readVehicles(trx, now, { where: [notScrapped, sql`v.org_code = ${orgCode}`] })

/** One vehicle with its state, also a scrapped one. */
export async function findVehicle(trx: Transaction, now: Date, id: string): Promise<Vehicle | null> {
  const [vehicle] = await readVehicles(trx, now, { where: [sql`v.id = ${id}`] })
  return vehicle ?? null
}

export interface VehicleSearch {
  pageNo: number
  pageSize: number
  order: 'asc' | 'desc'
  id: readonly string[]
  name?: string | undefined
  vehicleType?: string | undefined
  deviceType?: string | undefined
}

/** A page of the vehicles of the stores in scope, for pickers. */
export async function searchVehicles(trx: Transaction, now: Date, search: VehicleSearch): Promise<Page<Vehicle>> {
  const { pageNo, pageSize, order, id, vehicleType, deviceType } = search
  const where: RawBuilder<unknown>[] = [notScrapped]
  // Compared as text, so that an invalid id finds nothing.
  if (id.length > 0) where.push(sql`v.id::text in (${sql.join(id.map((one) => one.toLowerCase()))})`)
  const part = search.name?.replace(/[*%]/g, '')
  if (part) where.push(sql`v.name ilike ${`%${escapeLike(part)}%`}`)
  if (vehicleType) where.push(sql`v.vehicle_type = ${vehicleType}`)
  if (deviceType && deviceType !== 'VEHICLE') where.push(sql`false`)
  const counted = sql<{ total: number }>`select count(*) as total from vehicle v where ${sql.join(where, sql` and `)}`
  const total = (await counted.execute(trx)).rows[0]?.total ?? 0
  const page = { where, order, limit: pageSize, offset: (pageNo - 1) * pageSize }
  return toPage(await readVehicles(trx, now, page), total, pageNo, pageSize)
}

/** Locks a vehicle: starting, ending and cancelling runs on it begin with this lock. */
export async function lockVehicle(trx: Transaction, id: string, orgCode?: string): Promise<VehicleRow | null> {
  let query = trx.selectFrom('vehicle').selectAll().where('id', '=', id)
  if (orgCode !== undefined) query = query.where('orgCode', '=', orgCode)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** The current run on a locked vehicle; an overdue timed run is closed. */
export async function runOn(trx: Transaction, vehicle: VehicleRow, now: Date): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select * from run_on(${vehicle.id}, ${vehicle.orgCode}, ${now})`.execute(trx)
  return rows[0] ?? null
}

/**
 * Ends a run of a locked vehicle and its queue entry, unless the ride continues on another vehicle. `by` is who stopped it early. Returns
 * false if it had ended.
 */
export async function endRun(trx: Transaction, run: RunRow, at: Date, how: RunEnd, by = ''): Promise<boolean> {
  const { rows } = await sql<{
    ended: boolean
  }>`select end_run(${run.id}, ${run.orgCode}, ${at}, ${how}, ${by}) as ended`.execute(trx)
  return rows[0]?.ended === true
}
