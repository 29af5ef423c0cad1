import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { stateOf, type VehicleRow } from '#server/features/vehicles/index.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type FloorEntry,
  type FloorRun,
  type FloorVehicle,
  MAX_FLOOR_ENTRIES,
} from '#shared/features/dispatch/dispatch.schema.ts'

/** Maximum number of vehicles on the board. */
const MAX_FLOOR_VEHICLES = 500

interface VehicleRead extends VehicleRow {
  isStopped: boolean
  runId: string | null
  playId: string
  ticketNo: string | null
  racer: string
  people: number | null
  ruleName: string | null
  runMode: FloorRun['consumeVehicleMode']
  startedAt: Date
  endsAt: Date | null
  delaySeconds: number
  laps: number
  lapsDone: number
  lastLapAt: Date | null
  extended: number
  slowed: boolean
  stoppedBy: string
}

function toRun(row: VehicleRead): FloorRun | null {
  if (row.runId === null) return null
  const { endsAt, lastLapAt } = row
  return {
    id: row.runId,
    playId: row.playId,
    ticketNo: row.ticketNo ?? '',
    racer: row.racer,
    people: row.people ?? 1,
    roleName: row.ruleName ?? '',
    consumeVehicleMode: row.runMode,
    startTime: toWireTime(row.startedAt),
    dueTime: endsAt && toWireTime(new Date(endsAt.getTime() - row.delaySeconds * 1000)),
    endTime: endsAt && toWireTime(endsAt),
    countCycleNumber: row.laps,
    lapsDone: row.lapsDone,
    lastLapTime: lastLapAt && toWireTime(lastLapAt),
    extended: row.extended,
    slowed: row.slowed,
    stoppedBy: row.stoppedBy,
  }
}

const toFloorVehicle = (row: VehicleRead): FloorVehicle => ({
  id: row.id,
  sysOrgCode: row.orgCode,
  name: row.name,
  vehicleType: row.vehicleType,
  seats: row.seats,
  state: stateOf(row.condition, row.runId !== null || row.keptFor !== null),
  condition: row.condition,
  conditionReason: row.conditionReason,
  upkeep: row.upkeep,
  isConnecte: row.connected ? 'YES' : 'NO',
  powered: row.powered,
  battery: row.battery,
  fault: row.fault,
  keptBy: row.keptBy,
  isStopped: row.isStopped,
  run: toRun(row),
})

/** The vehicles of the stores in scope with their current runs, or only the one with `id`. */
export async function floorVehicles(trx: Transaction, now: Date, id?: string): Promise<FloorVehicle[]> {
  const { rows } = await sql<VehicleRead>`
    select v.*, is_stopped(v.id, v.org_code) as is_stopped, run.id as run_id, run.play_id, run.racer, run.run_mode, run.started_at, run.ends_at, run.delay_seconds, run.laps,
      run.laps_done, run.extended, run.slowed, run.stopped_by, p.ticket_no, p.people, p.rule_name, lap.done_at as last_lap_at
    from vehicle v
    left join run run on run.vehicle_id = v.id and run.org_code = v.org_code and run.state = 'RUNNING'
      and (run.ends_at is null or run.ends_at > ${now})
    left join play_record p on p.id = run.play_id and p.org_code = run.org_code
    left join lap on lap.run_id = run.id and lap.number = run.laps_done and lap.org_code = run.org_code
    where ${id === undefined ? sql`v.condition <> 'scrapped'` : sql`v.id = ${id}`}
    order by v.org_code, v.index_number, v.id limit ${MAX_FLOOR_VEHICLES}`.execute(trx)
  return rows.map(toFloorVehicle)
}

interface EntryRead {
  id: string
  orgCode: string
  state: FloorEntry['state']
  createdAt: Date
  ticketNo: string
  racer: string
  people: number
  ruleName: string
  runMode: FloorEntry['consumeVehicleMode']
  laps: number
  minutes: number
  vehicleId: string | null
  consumeId: string | null
  waiting: number
}

/** The queue entries of the stores in scope in queue order, at most `FLOOR_ENTRIES`, and their total number. */
export async function floorEntries(trx: Transaction, now: Date): Promise<{ entries: FloorEntry[]; waiting: number }> {
  const { rows } = await sql<EntryRead>`
    select q.id, q.org_code, q.state, q.created_at, p.ticket_no, p.racer, p.people, p.rule_name, p.run_mode, p.laps, p.minutes,
      p.vehicle_id, p.consume_id, count(*) over () as waiting
    from queue_entry q join play_record p on p.id = q.play_id and p.org_code = q.org_code
    where q.state in ('WAITING', 'CALLED') and (q.expires_at is null or q.expires_at > ${now})
    order by q.org_code, q.place, q.number limit ${MAX_FLOOR_ENTRIES}`.execute(trx)
  const entries = rows.map(
    (row): FloorEntry => ({
      id: row.id,
      sysOrgCode: row.orgCode,
      ticketNo: row.ticketNo,
      racer: row.racer,
      people: row.people,
      roleName: row.ruleName,
      consumeVehicleMode: row.runMode,
      countCycleNumber: row.runMode === 'circlemode' ? row.laps : 0,
      duration: row.runMode === 'timermode' ? row.minutes : 0,
      vehicleId: row.vehicleId,
      state: row.state,
      createTime: toWireTime(row.createdAt),
      groupId: row.consumeId,
    }),
  )
  return { entries, waiting: rows[0]?.waiting ?? 0 }
}

/** Number of latest runs of a store that the lap time is computed from. */
const LAP_SAMPLE = 200

/** Median lap time of a store in seconds; null with too few runs. */
export async function typicalLapSeconds(trx: Transaction, orgCode: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from g.ended_at - g.started_at)::float8 / g.laps) as seconds
    from (select * from run where org_code = ${orgCode} order by started_at desc, id desc limit ${LAP_SAMPLE}) g
    where g.run_mode = 'circlemode' and g.laps > 0 and g.ended_at > g.started_at and g.ended_how not in ('cancelled', 'swapped')
    having count(*) >= 5`.execute(trx)
  return rows[0]?.seconds ?? null
}

/** How often the roles of a user allow extending a run; -1 is unlimited. */
export async function extensionLimit(trx: Transaction, userId: string): Promise<number> {
  const { rows } = await sql<{ most: number }>`select extension_limit(${userId}) as most`.execute(trx)
  return rows[0]?.most ?? 0
}
