import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type DrivenLap,
  type HeatRide,
  heatStateOf,
  orderOf,
  standingsOf,
} from '#shared/features/rankings/heat.calc.ts'
import type { Heat } from '#shared/features/rankings/heat.schema.ts'

/** How long a heat is shown after its last run. */
const SHOWN_SECONDS = 60
/** Maximum age of ended runs that are searched; active runs are always found. */
const MAX_AGE_HOURS = 6
const MAX_HEATS = 50

interface LapRead {
  number: number
  ms: number | null
  /** Unix time in ms. */
  done: number
  late: boolean
}

interface RunRead {
  orgCode: string
  heatAt: Date
  id: string
  playId: string
  racer: string
  runMode: 'circlemode' | 'timermode'
  isOver: boolean
  endedAt: Date | null
  laps: number
  lapsDone: number
  vehicleId: string
  vehicleName: string
  driven: LapRead[]
}

/** A ride of a heat with the fields of its own page. */
export interface RideOfHeat extends HeatRide {
  orgCode: string
  isCorrected: boolean
  late: ReadonlySet<number>
}

export interface HeatWithRides {
  heat: Heat
  rides: readonly RideOfHeat[]
}

/** Reads the heats of selected runs. A racer who changes vehicles stays in the heat of the first one. */
async function readHeats(trx: Transaction, some: RawBuilder<unknown>, now: Date): Promise<HeatWithRides[]> {
  const { rows } = await sql<RunRead>`
    with found as (${some}),
    start as (
      select distinct s.org_code, (select min(g.started_at) from run g where g.play_id = s.play_id and g.org_code = s.org_code) as at
      from found s order by 2 desc limit ${MAX_HEATS}),
    ride as (
      select distinct g.org_code, g.play_id, start.at from start
      join run g on g.org_code = start.org_code and g.started_at = start.at and g.continues is null)
    select g.org_code, ride.at as heat_at, g.id, g.play_id, g.racer, g.run_mode, g.ended_at, g.laps, g.laps_done, g.vehicle_id,
      g.state = 'ENDED' or coalesce(g.ends_at <= ${now}, false) as is_over, v.name as vehicle_name,
      array(select json_build_object('number', l.number, 'ms', l.ms, 'late', l.late,
          'done', round(extract(epoch from l.done_at) * 1000)::float8)
        from lap l where l.run_id = g.id and l.org_code = g.org_code order by l.number) as driven
    from ride
    join run g on g.play_id = ride.play_id and g.org_code = ride.org_code
    join vehicle v on v.id = g.vehicle_id and v.org_code = g.org_code
    order by ride.at desc, g.org_code, g.seq`.execute(trx)
  const heats = Map.groupBy(rows, ({ orgCode, heatAt }) => `${orgCode}-${heatAt.getTime()}`)
  return [...heats].map(([id, runs]) => toHeat(id, runs, now))
}

function toHeat(id: string, runs: readonly RunRead[], now: Date): HeatWithRides {
  const rides = [...Map.groupBy(runs, ({ playId }) => playId).values()].map(toRide)
  const [first] = runs
  if (!first) throw new Error('a heat has runs')
  const isLive = rides.some(({ isOver }) => !isOver)
  // A run whose time is over but that is not closed yet counts as ended now.
  const ends = runs.map(({ endedAt }) => endedAt?.getTime() ?? now.getTime())
  const heat: Heat = {
    id,
    sysOrgCode: first.orgCode,
    startTime: toWireTime(first.heatAt),
    startedAt: first.heatAt.getTime(),
    order: orderOf(rides),
    state: heatStateOf(isLive ? null : Math.max(...ends), now.getTime()),
    isCorrected: rides.some(({ isCorrected }) => isCorrected),
    racers: standingsOf(rides),
  }
  return { heat, rides }
}

/** A ride on one or several vehicles, with continuous lap numbers. */
function toRide(runs: readonly RunRead[]): RideOfHeat {
  const last = runs.at(-1)
  if (!last) throw new Error('a ride has runs')
  const laps: DrivenLap[] = []
  const late = new Set<number>()
  let before = 0
  for (const run of runs) {
    for (const { number, ms, done, late: isLate } of run.driven) {
      laps.push({ number: before + number, ms, atMs: Math.max(0, done - run.heatAt.getTime()) })
      if (isLate) late.add(before + number)
    }
    if (run !== last) before += run.lapsDone
  }
  return {
    orgCode: last.orgCode,
    playId: last.playId,
    runId: last.id,
    vehicleId: last.vehicleId,
    vehicleName: last.vehicleName,
    racer: last.racer,
    countCycleNumber: last.runMode === 'circlemode' ? before + last.laps : 0,
    lapsDone: before + last.lapsDone,
    isOver: last.isOver,
    isCorrected: late.size > 0,
    laps,
    late,
  }
}

/** The active heats in scope and those that have just ended, the latest first. */
export async function heatStandings(trx: Transaction, now: Date): Promise<Heat[]> {
  const found = await readHeats(
    trx,
    sql`select g.org_code, g.play_id from run g where g.state = 'RUNNING'
      union select g.org_code, g.play_id from run g
        where g.org_code in (select s.org_code from store s)
          and g.started_at > ${now}::timestamptz - make_interval(hours => ${MAX_AGE_HOURS})
          and g.ended_at > ${now}::timestamptz - make_interval(secs => ${SHOWN_SECONDS})`,
    now,
  )
  return found.map(({ heat }) => heat)
}

/** The heat of a ride; null if the ride never started. */
export async function heatOfRide(trx: Transaction, playId: string, now: Date): Promise<HeatWithRides | null> {
  const [found] = await readHeats(trx, sql`select g.org_code, g.play_id from run g where g.play_id = ${playId}`, now)
  return found ?? null
}
