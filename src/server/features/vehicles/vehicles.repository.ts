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

/** What a vehicle is doing: a run goes on also while it is to be out of service afterwards. */
export function stateOf(condition: VehicleRow['condition'], isRunning: boolean): VehicleState {
  if (isRunning) return 'inUse'
  return condition === 'ready' ? 'idle' : condition
}

type Seen = VehicleRow & { racer: string | null; startedAt: Date | null; endsAt: Date | null }

/** A vehicle as the counter sees it: what it does follows from its condition and its running run. */
const toVehicle = (row: Seen): Vehicle => ({
  id: row.id,
  sysOrgCode: row.orgCode,
  name: row.name,
  cardName: row.cardName,
  vehicleType: row.vehicleType,
  deviceType: 'VEHICLE',
  isConnecte: row.connected ? 'YES' : 'NO',
  // One that waits for a guest's payment is taken as well.
  state: stateOf(row.condition, row.startedAt !== null || row.keptFor !== null),
  condition: row.condition,
  upkeep: row.upkeep,
  indexNumber: row.indexNumber,
  seats: row.seats,
  defaultMode: row.defaultMode,
  defaultLaps: row.defaultLaps,
  defaultMinutes: row.defaultMinutes,
  racer: row.racer,
  startedAt: row.startedAt && toWireTime(row.startedAt),
  endsAt: row.endsAt && toWireTime(row.endsAt),
})

/** The run that occupies a vehicle (`v`); a timed run past its end no longer does. */
const occupied = (now: Date) => sql`left join run run on run.vehicle_id = v.id and run.org_code = v.org_code
  and run.state = 'RUNNING' and (run.ends_at is null or run.ends_at > ${now})`

interface Read {
  where: RawBuilder<unknown>[]
  order?: 'asc' | 'desc'
  limit?: number
  offset?: number
}

async function readVehicles(
  trx: Transaction,
  now: Date,
  { where, order = 'asc', limit = MAX_PICKED_ROWS, offset = 0 }: Read,
): Promise<Vehicle[]> {
  const { rows } = await sql<Seen>`select v.*, run.racer, run.started_at, run.ends_at from vehicle v ${occupied(now)}
    where ${sql.join(where, sql` and `)}
    order by v.index_number ${sql.raw(order)}, v.org_code, v.id limit ${limit} offset ${offset}`.execute(trx)
  return rows.map(toVehicle)
}

const inUseStill = sql`v.condition <> 'scrapped'`

/** The vehicles of a store, as its counter shows them. */
export const vehiclesOfStore = (trx: Transaction, now: Date, orgCode: string): Promise<Vehicle[]> =>
  readVehicles(trx, now, { where: [inUseStill, sql`v.org_code = ${orgCode}`] })

/** One vehicle with what it is doing, also a scrapped one. */
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
  const where: RawBuilder<unknown>[] = [inUseStill]
  // As text, so that what is no id finds nothing.
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

/** Locks a vehicle of a store until the transaction ends: whoever starts, ends or cancels a run on it comes here first. */
export async function lockVehicle(trx: Transaction, id: string, orgCode?: string): Promise<VehicleRow | null> {
  let query = trx.selectFrom('vehicle').selectAll().where('id', '=', id)
  if (orgCode !== undefined) query = query.where('orgCode', '=', orgCode)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** The run that occupies a locked vehicle now; a timed one whose end has passed is closed on the way. */
export async function runOn(trx: Transaction, vehicle: VehicleRow, now: Date): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select * from run_on(${vehicle.id}, ${vehicle.orgCode}, ${now})`.execute(trx)
  return rows[0] ?? null
}

/**
 * Ends a run whose vehicle is locked, and with it the queue entry that led to it, unless the run goes on elsewhere; false where it was
 * over already. `by` is who stopped it before its time.
 */
export async function endRun(trx: Transaction, run: RunRow, at: Date, how: RunEnd, by = ''): Promise<boolean> {
  const { rows } = await sql<{
    ended: boolean
  }>`select end_run(${run.id}, ${run.orgCode}, ${at}, ${how}, ${by}) as ended`.execute(trx)
  return rows[0]?.ended === true
}
