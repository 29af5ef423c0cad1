import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

type VehicleRow = Selectable<Tables['vehicle']>
export type RunRow = Selectable<Tables['gameLog']>

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
  state: row.condition !== 'ready' ? row.condition : row.startedAt ? 'inUse' : 'idle',
  indexNumber: row.indexNumber,
  seats: row.seats,
  racer: row.racer,
  startedAt: row.startedAt && toWireTime(row.startedAt),
  endsAt: row.endsAt && toWireTime(row.endsAt),
})

/** Vehicles of the stores in scope; a timed run past its end no longer occupies its vehicle. */
export async function listVehicles(
  trx: Transaction,
  now: Date,
  filter: { name?: string; id?: string } = {},
): Promise<Vehicle[]> {
  let query = trx
    .selectFrom('vehicle as v')
    .leftJoin('gameLog as run', (join) =>
      join
        .onRef('run.vehicleId', '=', 'v.id')
        .onRef('run.orgCode', '=', 'v.orgCode')
        .on('run.state', '=', 'RUNNING')
        .on((on) => on.or([on('run.endsAt', 'is', null), on('run.endsAt', '>', now)])),
    )
    .selectAll('v')
    .select(['run.racer', 'run.startedAt', 'run.endsAt'])
  query = filter.id === undefined ? query.where('v.condition', '<>', 'scrapped') : query.where('v.id', '=', filter.id)
  const name = filter.name?.replace(/[*%]/g, '')
  if (name) query = query.where('v.name', 'ilike', `%${escapeLike(name)}%`)
  const rows = await query.orderBy('v.indexNumber').orderBy('v.orgCode').orderBy('v.id').execute()
  return rows.map(toVehicle)
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

/** Ends a run, and says nothing of the queue entry that led to it. */
export async function closeRun(trx: Transaction, run: RunRow, at: Date): Promise<void> {
  await trx
    .updateTable('gameLog')
    .set({ state: 'ENDED', endedAt: at })
    .where('id', '=', run.id)
    .where('orgCode', '=', run.orgCode)
    .execute()
}

/** Ends a run that was ridden, and with it the queue entry that led to it. */
export async function endRun(trx: Transaction, run: RunRow, at: Date): Promise<void> {
  await closeRun(trx, run, at)
  await trx
    .updateTable('queueEntry')
    .set({ state: 'DONE' })
    .where('playId', '=', run.playId)
    .where('orgCode', '=', run.orgCode)
    .where('state', '=', 'STARTED')
    .execute()
}
