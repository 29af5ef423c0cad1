import type pg from 'pg'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Asked } from './recorded.ts'
import type { SignedInAs } from './site.ts'

/** Name prefix of the vehicles, so that the starts on them can be counted. */
const VEHICLE = 'bench start'

/** Starts of guests at one store, each with a vehicle of its own. */
export async function guestStarts(
  owner: pg.Client,
  store: string,
  count: number,
  { headers }: SignedInAs,
): Promise<Asked[]> {
  await owner.query('update store set trial_limit = -1 where org_code = $1', [store])
  const { rows } = await owner.query<{ id: string; rule: string }>(
    `with rule as (
       select id from consume_rule where org_code = $1 and consume_type = 'BALANCE' and active and laps > 0 order by id limit 1
     ), added as (
       insert into vehicle (id, org_code, name) select id, $1, $3::text || ' ' || id
       from (select uuidv7() as id from generate_series(1, $2::integer)) fresh returning id
     )
     select added.id, rule.id as rule from added, rule`,
    [store, count, VEHICLE],
  )
  return rows.map(({ id, rule }) => {
    const key = newId()
    const body = { consumeVehicleMode: 'circlemode', ruleId: rule, vehicleId: id, racer: '神秘车手', people: 1 }
    const path = `/api${playBeforePay.add.path}`
    const sent = { ...headers, [IDEMPOTENCY_HEADER]: key }
    return { request: { method: 'POST', path, headers: sent, body: JSON.stringify(body) }, ids: [key, id] }
  })
}

/** Checks that every start has its record, its run, its ticket and its own queue number. */
export async function checkStarts(owner: pg.Client, wanted: number): Promise<void> {
  const { rows } = await owner.query<Record<string, string>>(
    `select count(*) as records, count(distinct (q.business_day, q.number)) as numbers, count(run.id) as runs, count(job.id) as tickets
     from play_record p join queue_entry q on q.play_id = p.id and q.org_code = p.org_code
       left join run run on run.id = p.run_id and run.org_code = p.org_code and run.state = 'RUNNING'
       left join print_job job on job.order_id = p.id and job.org_code = p.org_code
     where p.vehicle_name like $1::text || ' %'`,
    [VEHICLE],
  )
  for (const [name, found] of Object.entries(rows[0] ?? {})) {
    if (Number(found) !== wanted) throw new Error(`after ${wanted} starts there are ${found} ${name}`)
  }
}
