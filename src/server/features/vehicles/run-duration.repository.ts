import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { defaultPace, type Floor, type Pace, returnsAt } from '#shared/features/queue/wait.calc.ts'

/** Number of recent runs that durations are computed from. */
const RECENT_RUNS = 300

const clamp = (value: number | null, least: number, most: number, usual: number): number =>
  value === null ? usual : Math.min(most, Math.max(least, value))

/** Actual durations of a store's runs in the last month, without swapped and cancelled ones. */
async function paceOf(trx: Transaction, orgCode: string, now: Date): Promise<Pace> {
  const { rows } = await sql<{ lapSeconds: number | null; timeShare: number | null; turnaround: number | null }>`
    with recent as (
      select g.run_mode, g.laps, extract(epoch from g.ended_at - g.started_at)::float8 as lasted,
        extract(epoch from g.ends_at - g.started_at)::float8 as meant,
        extract(epoch from g.started_at - lag(g.ended_at) over (partition by g.vehicle_id order by g.started_at))::float8 as gap
      from (select * from run where org_code = ${orgCode} and started_at > ${now}::timestamptz - interval '30 days'
        order by started_at desc, id desc limit ${RECENT_RUNS}) g
      where g.state = 'ENDED' and g.ended_how not in ('swapped', 'cancelled'))
    select sum(lasted) filter (where laps > 0 and lasted between 1 and 7200) /
        nullif(sum(laps) filter (where laps > 0 and lasted between 1 and 7200), 0) as lap_seconds,
      sum(lasted) filter (where meant > 0) / nullif(sum(meant) filter (where meant > 0), 0) as time_share,
      percentile_cont(0.5) within group (order by gap) filter (where gap between 0 and 600) as turnaround
    from recent`.execute(trx)
  const { lapSeconds = null, timeShare = null, turnaround = null } = rows[0] ?? {}
  return {
    lapSeconds: clamp(lapSeconds, 5, 600, defaultPace.lapSeconds),
    timeShare: clamp(timeShare, 0.5, 2, defaultPace.timeShare),
    turnaroundSeconds: clamp(turnaround, 0, 600, defaultPace.turnaroundSeconds),
  }
}

interface Standing {
  id: string
  runMode: 'circlemode' | 'timermode' | null
  laps: number
  startedAt: Date
  endsAt: Date | null
}

/** When the vehicles of a store are available for their next rides, without those held by an emergency stop. */
export async function floorOf(trx: Transaction, orgCode: string, now: Date): Promise<Floor> {
  const pace = await paceOf(trx, orgCode, now)
  const { rows } = await sql<Standing>`
    select v.id, g.run_mode, g.laps, g.started_at, g.ends_at
    from vehicle v
    left join run g on g.vehicle_id = v.id and g.org_code = v.org_code and g.state = 'RUNNING'
      and (g.ends_at is null or g.ends_at > ${now})
    where v.org_code = ${orgCode} and v.condition = 'ready' and not exists (select from emergency_stop e
      where e.released_at is null and e.org_code = v.org_code and (e.vehicle_type is null or e.vehicle_type = v.vehicle_type)
        and (e.vehicle_ids is null or v.id = any (e.vehicle_ids)))`.execute(trx)
  const at = now.getTime()
  const vehicles = rows.map(({ id, runMode, laps, startedAt, endsAt }) => {
    if (runMode === null) return { vehicleId: id, at }
    const run = { runMode, laps, minutes: 0, startedAt: startedAt.getTime(), endsAt: endsAt?.getTime() ?? null }
    return { vehicleId: id, at: returnsAt(run, pace, at) }
  })
  return { pace, vehicles }
}
