import type pg from 'pg'

export const STORE = 'A01A01'
export const LAPS_OF_RUN = 10
/** The type of the vehicle. */
export const TYPE = 'bench'

/** How long the lap `number` of the run `d.n` took. */
const MS = '35000 + (hashint4(d.n * 10 + number) & 32767)'
/** Number of runs that are inserted at once. */
const RUNS_AT_ONCE = 500_000

/**
 * Runs of guests during the last two years, with the stored best lap of each. Ids follow time, as the product's own do. References
 * are not checked, because checking a hundred million takes longer than inserting them.
 */
export async function drive(owner: pg.Client, runs: number): Promise<string> {
  const {
    rows: [rule],
  } = await owner.query<{ id: string }>(`select id from consume_rule where org_code = $1 order by id limit 1`, [STORE])
  if (!rule) throw new Error('no rule')
  await owner.query(`set session_replication_role = replica`)
  for (let from = 1; from <= runs; from += RUNS_AT_ONCE) {
    await driveSome(owner, rule.id, { from, to: Math.min(runs, from + RUNS_AT_ONCE - 1), runs })
    if (runs > RUNS_AT_ONCE)
      console.error(`${Math.min(100, Math.round(((from + RUNS_AT_ONCE) / runs) * 100))} % driven`)
  }
  await owner.query(`insert into ranking_board values ($1, $2, $3)`, [STORE, TYPE, rule.id])
  await owner.query(`reset session_replication_role`)
  return rule.id
}

async function driveSome(
  owner: pg.Client,
  rule: string,
  { from, to, runs }: { from: number; to: number; runs: number },
) {
  const vehicle = `(select id from vehicle where org_code = '${STORE}' order by id limit 1)`
  await owner.query(
    `create temporary table driven as select uuidv7(at - now()) as id, n, at from (
       select n, now() + (n::float8 / $3::int - 1) * interval '730 days' as at from generate_series($1::int, $2::int) n) timed`,
    [from, to, runs],
  )
  await owner.query(
    `insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, state, started_at, ended_at, started_by, laps, laps_done)
       select id, '${STORE}', uuidv7(at - now()), ${vehicle}, 'circlemode', 'r' || n, 'ENDED', at, at + interval '8 minutes', 'bench', 10, 10
         from driven`,
  )
  await owner.query(
    `insert into lap (run_id, org_code, number, vehicle_id, ms, done_at, heard_at)
       select d.id, '${STORE}', number, ${vehicle}, ${MS}, d.at + number * interval '45 seconds', d.at
         from driven d, generate_series(1, ${LAPS_OF_RUN}) number`,
  )
  await owner.query(
    `insert into run_best (run_id, org_code, member_id, vehicle_id, vehicle_type, rule_id, day, lap_number, ms, done_at, late)
       select d.id, '${STORE}', null, ${vehicle}, '${TYPE}', $1, (d.at at time zone 'Asia/Shanghai')::date,
           best.number, best.ms, d.at + best.number * interval '45 seconds', false
         from driven d cross join lateral (
           select number, ${MS} as ms from generate_series(1, ${LAPS_OF_RUN}) number order by ms, number limit 1) best`,
    [rule],
  )
  await owner.query('drop table driven')
}
