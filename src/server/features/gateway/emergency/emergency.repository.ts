import { type Selectable, sql } from 'kysely'
import { type Database, EVERY_STORE, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Box } from '#server/features/gateway/transports/box.transport.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { EmergencyStop, VehicleStopState } from '#shared/features/gateway/emergency.contract.ts'
import { type Stop, stopKey, targetKey } from './emergency-stop.model.ts'

type StopRow = Selectable<Tables['emergencyStop']>

/** Whether another stop of the same target was released after this stop was pressed. */
async function isReleasedSince(
  trx: Transaction,
  { orgCode, vehicleIds, vehicleType, stoppedAt }: Stop,
): Promise<boolean> {
  const { rows } = await sql`select from emergency_stop where org_code = ${orgCode} and released_at > ${stoppedAt}
    and vehicle_type is not distinct from ${vehicleType}
    and vehicle_ids is not distinct from ${vehicleIds as string[] | null}::uuid[] limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Reads the stops in force, and the current state of the given ones. A given stop that is missing from the result was never written. It
 * counts as released if another stop of the same target was released later: a button that was pressed twice is released once.
 */
export async function readStops(trx: Transaction, given: readonly Stop[]): Promise<(Stop & { isReleased: boolean })[]> {
  const { rows } = await sql<StopRow>`select * from emergency_stop
    where released_at is null or id = any (${given.map(({ id }) => id)}::uuid[])`.execute(trx)
  const read = rows.map((row) => ({
    ...row,
    stoppedAt: row.stoppedAt.toISOString(),
    isReleased: row.releasedAt !== null,
  }))
  const written = new Set(read.map(stopKey))
  const ended: (Stop & { isReleased: boolean })[] = []
  for (const stop of given)
    if (!written.has(stopKey(stop)) && (await isReleasedSince(trx, stop))) ended.push({ ...stop, isReleased: true })
  return [...read, ...ended]
}

/** Records which vehicles have confirmed that they stand; repeated confirmations change nothing. */
export async function storeStandingVehicles(
  db: Database,
  standing: readonly { stopId: string; box: Box }[],
  stoodAt: Date,
): Promise<void> {
  const rows = standing.flatMap(({ stopId, box: { orgCode, vehicleId } }) =>
    vehicleId === null ? [] : [{ stopId, orgCode, vehicleId, stoodAt }],
  )
  if (rows.length === 0) return
  await db.scoped(EVERY_STORE, (trx) =>
    trx
      .insertInto('emergencyStopVehicle')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** SQL condition: stop `e` applies to vehicle `v`. */
const isFor = sql`v.org_code = e.org_code and (e.vehicle_type is null or v.vehicle_type = e.vehicle_type)
  and (e.vehicle_ids is null or v.id = any (e.vehicle_ids))`

/** Lists the stops in force in scope, with the state of each vehicle that they apply to. */
export async function listEmergencyStops(trx: Transaction): Promise<EmergencyStop[]> {
  const inForce = trx.selectFrom('emergencyStop').selectAll().where('releasedAt', 'is', null)
  const all = await inForce.orderBy('stoppedAt', 'desc').orderBy('id', 'desc').execute()
  // If a button was pressed twice, only the first press.
  const stops = [...new Map(all.map((stop) => [targetKey(stop), stop])).values()].reverse()
  if (stops.length === 0) return []
  const { rows } = await sql<{ stopId: string; orgCode: string; id: string; name: string; state: VehicleStopState }>`
    select e.id as stop_id, e.org_code, v.id, v.name,
      case when s.vehicle_id is not null then 'stands' when v.connected and a.device_id is not null then 'asked' else 'silent' end as state
    from emergency_stop e join vehicle v on ${isFor} and v.condition <> 'scrapped'
    left join device d on d.vehicle_id = v.id and d.org_code = v.org_code
    left join device_access a on a.device_id = d.id and a.org_code = d.org_code
    left join emergency_stop_vehicle s on s.stop_id = e.id and s.vehicle_id = v.id and s.org_code = v.org_code
    where e.released_at is null order by v.index_number, v.id`.execute(trx)
  const ofStop = Map.groupBy(rows, ({ stopId, orgCode }) => `${stopId} ${orgCode}`)
  return stops.map((stop) => ({
    id: stop.id,
    sysOrgCode: stop.orgCode,
    vehicleIds: stop.vehicleIds,
    vehicleType: stop.vehicleType,
    stoppedBy: stop.stoppedBy,
    stopTime: toWireTime(stop.stoppedAt),
    // A vehicle with two devices is listed once.
    vehicles: [
      ...new Map(
        (ofStop.get(`${stop.id} ${stop.orgCode}`) ?? []).map(({ id, name, state }) => [id, { id, name, state }]),
      ).values(),
    ],
  }))
}

/** Writes a stop for each store in its scope that has vehicles of its target; returns these stores. */
export async function storeStop(trx: Transaction, stop: Stop): Promise<string[]> {
  const { id, orgCode, vehicleIds, vehicleType, stoppedBy, stoppedAt } = stop
  const { rows } = await sql<{ orgCode: string }>`
    select distinct v.org_code from vehicle v, (select ${vehicleIds as string[] | null}::uuid[] as ids, ${vehicleType}::text as type) e
    where starts_with(v.org_code, ${orgCode}) and (e.type is null or v.vehicle_type = e.type) and (e.ids is null or v.id = any (e.ids))`.execute(
    trx,
  )
  if (rows.length === 0) return []
  const values = {
    id,
    vehicleIds: vehicleIds as string[] | null,
    vehicleType,
    stoppedBy,
    stoppedAt: new Date(stoppedAt),
  }
  await trx
    .insertInto('emergencyStop')
    .values(rows.map((row) => ({ ...values, orgCode: row.orgCode })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return rows.map((row) => row.orgCode)
}

/**
 * Releases a stop in force and every other of the same target, because a button may have been pressed twice. Without a store it is
 * released in each store in scope. Returns the released rows.
 */
export async function releaseStop(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string | null },
  by: { name: string; at: Date; remark: string },
): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    update emergency_stop e set released_by = ${by.name}, released_at = ${by.at}, remark = ${by.remark}
    from emergency_stop named where named.id = ${id} and (${orgCode}::text is null or named.org_code = ${orgCode})
      and e.org_code = named.org_code and e.released_at is null
      and e.vehicle_type is not distinct from named.vehicle_type and e.vehicle_ids is not distinct from named.vehicle_ids
    returning e.*`.execute(trx)
  return rows
}

/**
 * Extends timed runs by the time that released stops held their vehicles. If another stop still holds a vehicle, only the time before its
 * press is added now and the rest by its release. So each moment is added once, however stops overlap.
 */
export async function giveBackStoppedTime(trx: Transaction, released: readonly StopRow[], now: Date): Promise<void> {
  const inOrder = released.toSorted((one, other) => one.stoppedAt.getTime() - other.stoppedAt.getTime())
  // If a button was pressed twice, the vehicles of a store stopped at the first press.
  for (const [first] of Map.groupBy(inOrder, ({ orgCode }) => orgCode).values())
    if (first) await giveBackInStore(trx, first, now)
}

/** Extends the timed runs of one store by the time since the first press of a released stop. */
async function giveBackInStore(trx: Transaction, first: StopRow, now: Date): Promise<void> {
  // Lock order: vehicles by id, then runs.
  const { rows } = await sql<{ id: string; stoodUntil: Date }>`
    select v.id, coalesce((select min(other.stopped_at) from emergency_stop other
        where other.released_at is null and other.org_code = v.org_code
          and (other.vehicle_type is null or other.vehicle_type = v.vehicle_type)
          and (other.vehicle_ids is null or v.id = any (other.vehicle_ids))), ${now}) as stood_until
      from vehicle v join emergency_stop e on ${isFor}
      where e.id = ${first.id} and e.org_code = ${first.orgCode} order by v.id for update of v`.execute(trx)
  if (rows.length === 0) return
  await sql`update run g set ends_at = g.ends_at + (h.stood_until - greatest(g.started_at, ${first.stoppedAt}))
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ stoodUntil }) => stoodUntil)}::timestamptz[]) as h (id, stood_until)
    where g.org_code = ${first.orgCode} and g.vehicle_id = h.id and h.stood_until > greatest(g.started_at, ${first.stoppedAt})
      and g.state = 'RUNNING' and g.ends_at > ${now}`.execute(trx)
}
