import { sql } from 'kysely'
import { crudTable, type Writer } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { SERIES_MAX, type VehicleSeries } from '#shared/features/vehicles/vehicles.contract.ts'
import { vehicleResource } from '#shared/features/vehicles/vehicles.schema.ts'
import { storeEvent } from './device-events.repository.ts'
import { lockVehicle, runOn, stateOf } from './vehicles.repository.ts'

export const fleetStatements = crudTable(vehicleResource, {
  table: 'vehicle',
  ofStores: true,
  columns: { IMEI: 'imei', isConnecte: 'connected', heartbeatTime: 'heartbeatAt' },
})

type Row = Awaited<ReturnType<typeof fleetStatements.get>>

/** Adds the current state of each vehicle to rows. */
async function withCurrentState(trx: Transaction, rows: Row[], now: Date): Promise<Row[]> {
  const { rows: runs } = await sql<{
    vehicleId: string
    racer: string
    startedAt: Date
    endsAt: Date | null
  }>`select vehicle_id, racer, started_at, ends_at from run
    where vehicle_id = any(${rows.map(({ id }) => id)}::uuid[]) and state = 'RUNNING'
      and (ends_at is null or ends_at > ${now})`.execute(trx)
  const byVehicle = new Map(runs.map((run) => [run.vehicleId, run]))
  return rows.map((row) => {
    const run = byVehicle.get(row.id)
    return {
      ...row,
      // Still the boolean of the column.
      isConnecte: (row.isConnecte as unknown) === true ? 'YES' : 'NO',
      state: stateOf(row.condition, run !== undefined),
      racer: run?.racer ?? null,
      startedAt: run ? toWireTime(run.startedAt) : null,
      endsAt: run?.endsAt ? toWireTime(run.endsAt) : null,
    }
  })
}

/** Fields of the vehicle list for data rules. */
export const fleetList = {
  permissions: [`${vehicleResource.permission}:list`],
  fields: vehicleResource.filter,
  columnOf: fleetStatements.columnOf,
}

/** Statements of vehicles; a new one is sorted last. */
export const fleetTable = ({ clock, realtime }: Pick<Deps, 'clock' | 'realtime'>) => {
  const statements = {
    ...fleetStatements,
    async page(...input: Parameters<typeof fleetStatements.page>) {
      const page = await fleetStatements.page(...input)
      return { ...page, records: await withCurrentState(input[0], page.records, clock()) }
    },
    async *each(...input: Parameters<typeof fleetStatements.each>) {
      for await (const rows of fleetStatements.each(...input)) yield rows
    },
    async get(trx: Transaction, id: string): Promise<Row> {
      const [row] = await withCurrentState(trx, [await fleetStatements.get(trx, id)], clock())
      if (!row) throw new AppError('common.recordNotFound')
      return row
    },
    async add(trx: Transaction, values: Parameters<typeof fleetStatements.add>[1], writer: Writer): Promise<string> {
      const indexNumber = values.indexNumber || (await lastSortIndex(trx, writer.user.orgCode)) + 1
      const id = await fleetStatements.add(trx, { ...values, indexNumber }, writer)
      await storeEvent(trx, writer, { kind: 'added', vehicleId: id, name: values.name })
      return id
    },
    async edit(...input: Parameters<typeof fleetStatements.edit>) {
      const change = await fleetStatements.edit(...input)
      await realtime.publish({ topic: 'vehicles', orgCode: change.after.sysOrgCode }, input[0])
      return change
    },
  }
  return statements as typeof fleetStatements
}

async function lastSortIndex(trx: Transaction, orgCode: string): Promise<number> {
  const last = trx
    .selectFrom('vehicle')
    .select(({ fn }) => fn.max('indexNumber').as('lastIndex'))
    .where('orgCode', '=', orgCode)
  return (await last.executeTakeFirst())?.lastIndex ?? 0
}

/**
 * Adds a vehicle for each number of a series, all or none. Throws `vehicles.namesTaken` with the existing names, or for an invalid range.
 */
export async function addSeries(trx: Transaction, series: VehicleSeries, writer: Writer): Promise<string[]> {
  const { orgCode, username } = writer.user
  if (orgCode === '') throw new AppError('auth.chooseStore')
  const { prefix, suffix, from, to, vehicleType, seats } = series
  if (to < from) throw new AppError('vehicles.seriesBackwards', { field: 'to' })
  if (to - from >= SERIES_MAX) throw new AppError('vehicles.seriesTooLong', { field: 'to', limit: SERIES_MAX })
  const first = (await lastSortIndex(trx, orgCode)) + 1
  const rows = Array.from({ length: to - from + 1 }, (_, at) => ({
    id: newId(),
    orgCode,
    name: `${prefix}${from + at}${suffix}`,
    vehicleType,
    seats,
    indexNumber: first + at,
    createdBy: username,
    createdAt: writer.at,
  }))
  // Not checked beforehand, because that would race: a concurrent insert is waited for, and its name is reported.
  const added = await trx
    .insertInto('vehicle')
    .values(rows)
    .onConflict((named) => named.columns(['name', 'orgCode']).where('condition', '<>', 'scrapped').doNothing())
    .returning('id')
    .execute()
  if (added.length < rows.length) {
    const missing = new Set(added.map(({ id }) => id))
    const names = rows.filter(({ id }) => !missing.has(id)).map(({ name }) => name)
    throw new AppError('vehicles.namesTaken', { field: 'from', names: names.join('、') })
  }
  for (const { id, name } of rows) await storeEvent(trx, writer, { kind: 'added', vehicleId: id, name })
  return rows.map(({ id }) => id)
}

/** Sorts vehicles of one store and returns it. Throws `common.recordNotFound`. */
export async function sortVehicles(trx: Transaction, ids: readonly string[], { user, at }: Writer): Promise<string> {
  const sortedIds = [...new Set(ids)]
  const found = await trx
    .selectFrom('vehicle')
    .select(['id', 'orgCode'])
    .where('id', 'in', sortedIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const [orgCode, ...others] = new Set(found.map((vehicle) => vehicle.orgCode))
  if (found.length < sortedIds.length || orgCode === undefined || others.length > 0)
    throw new AppError('common.recordNotFound')
  await sql`update vehicle v set index_number = sorted.ordinal, updated_by = ${user.username}, updated_at = ${at}
    from unnest(${sortedIds}::uuid[]) with ordinality as sorted (id, ordinal)
    where v.id = sorted.id and v.index_number <> sorted.ordinal`.execute(trx)
  return orgCode
}

/**
 * Removes vehicles, all or none; those with records are scrapped instead. Throws `vehicles.running`. The row is locked first, as in a
 * start, so that the later of a start and a removal sees the earlier.
 */
export async function removeVehicles(trx: Transaction, ctx: CallContext, ids: readonly string[], writer: Writer) {
  const scrapped: string[] = []
  const stores = new Set<string>()
  for (const id of [...new Set(ids.map((one) => one.toLowerCase()))].sort()) {
    const vehicle = await lockVehicle(trx, id)
    if (!vehicle) throw new AppError('common.recordNotFound')
    if (await runOn(trx, vehicle, writer.at)) throw new AppError('vehicles.running', { vehicle: vehicle.name })
    const isNamed = await hasHistory(trx, vehicle.id)
    if (isNamed) {
      scrapped.push(vehicle.name)
      await writeCondition(trx, vehicle, { condition: 'scrapped', reason: '' }, writer)
    } else {
      await trx.deleteFrom('vehicle').where('id', '=', id).execute()
      await storeEvent(trx, writer, { kind: 'removed', vehicleId: null, name: vehicle.name, orgCode: vehicle.orgCode })
    }
    ctx.touched({ id, before: vehicle, ...(isNamed ? { after: { condition: 'scrapped' } } : {}) })
    stores.add(vehicle.orgCode)
  }
  return { scrapped, stores }
}

async function hasHistory(trx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`select where exists (select from play_record where vehicle_id = ${id})
    or exists (select from run where vehicle_id = ${id})
    or exists (select from match_entry where vehicle_id = ${id})
    or exists (select from upkeep_entry where vehicle_id = ${id})`.execute(trx)
  return rows.length > 0
}

interface Condition {
  condition: 'ready' | 'maintenance' | 'scrapped'
  reason: string
}

const eventOf = { ready: 'backInService', maintenance: 'outOfService', scrapped: 'scrapped' } as const

/** Changes the condition of a locked vehicle and stores the event. */
export async function writeCondition(
  trx: Transaction,
  vehicle: { id: string; orgCode: string; name: string },
  { condition, reason }: Condition,
  writer: Writer,
): Promise<void> {
  await trx
    .updateTable('vehicle')
    .set({ condition, conditionReason: condition === 'ready' ? '' : reason })
    .set({ updatedBy: writer.user.username, updatedAt: writer.at })
    .where('id', '=', vehicle.id)
    .where('orgCode', '=', vehicle.orgCode)
    .execute()
  const { id: vehicleId, name, orgCode } = vehicle
  await storeEvent(trx, writer, { kind: eventOf[condition], vehicleId, name, orgCode, detail: reason })
}

/** The name of a blocking plan with overdue upkeep; null if there is none. */
async function blockingPlan(trx: Transaction, vehicleId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select p.name from vehicle v
    join upkeep_plan p on p.org_code = v.org_code and p.active and p.blocks
      and (p.vehicle_id = v.id or p.vehicle_type = v.known_type or (p.vehicle_id is null and p.vehicle_type is null))
    where v.id = ${vehicleId} and v.upkeep = 'overdue' limit 1`.execute(trx)
  return rows[0]?.name ?? null
}

/**
 * Sets the condition of a vehicle. A running one continues and is out of service afterwards; starts check the condition. Throws
 * `vehicles.running` when scrapping a running one, `vehicles.reasonRequired` or `vehicles.upkeepOverdue`.
 */
export async function setCondition(trx: Transaction, id: string, target: Condition, writer: Writer) {
  const vehicle = await lockVehicle(trx, id)
  if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'id' })
  const { condition } = target
  const isRunning = (await runOn(trx, vehicle, writer.at)) !== null
  if (condition === 'scrapped' && isRunning) throw new AppError('vehicles.running', { vehicle: vehicle.name })
  if (condition === 'maintenance' && target.reason === '')
    throw new AppError('vehicles.reasonRequired', { field: 'reason' })
  const plan = condition === 'ready' ? await blockingPlan(trx, id) : null
  if (plan !== null) throw new AppError('vehicles.upkeepOverdue', { vehicle: vehicle.name, plan })
  if (condition !== vehicle.condition) await writeCondition(trx, vehicle, target, writer)
  return { vehicle, isRunning }
}
