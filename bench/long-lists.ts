import type pg from 'pg'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import { gameLogs } from '#shared/features/vehicles/game-logs.contract.ts'
import type { Bench } from './bench.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type Site, settle } from './site.ts'
import type { Round } from './stats.ts'

const CONNECTIONS = 4
const STORES = ['A01A01', 'A01A02'] as const
/** Rows of each list. Ten million take 20 GB and about ten minutes to insert, so they are measured on demand. */
const SIZES = [100_000, 1_000_000, ...(process.env.BENCH_LONGEST === '1' ? [10_000_000] : [])]
const QUICK_SIZES = [10_000, 100_000]
/** Rows inserted per statement. */
const PORTION = 250_000

const LISTS = { 'pay-later records': playBeforePay.list.path, 'game log': gameLogs.list.path }
const PAGES = { 'first page': '1', 'page 100': '100' }

/** A page of a list, the same however long the list is: records and game log, each length with a database and a server of its own. */
export async function longListsBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const sizes = quick ? QUICK_SIZES : SIZES
  const sites: Site[] = []
  try {
    for (const size of sizes) {
      const site = await openSite(cluster, `bench_long_lists_${size}`)
      sites.push(site)
      await fill(site.owner, size)
      await settle(site.owner)
    }
    const outcomes: Outcome[] = []
    for (const [list, path] of Object.entries(LISTS)) {
      for (const [page, pageNo] of Object.entries(PAGES)) {
        const done = sizes.map((): Round[] => [])
        const requests = await Promise.all(
          sites.map(async (site) => {
            const { headers } = await site.signIn('hq')
            return { method: 'GET', path: `/api${path}?pageNo=${pageNo}&pageSize=10`, headers } as const
          }),
        )
        for (let round = -1; round < rounds; round++) {
          for (const [place, site] of sites.entries()) {
            const request = requests[place]
            if (!request) continue
            const ms = quick || round < 0 ? 400 : 1000
            const { url } = site.server
            const measured = await loader.run({ kind: 'request', url, connections: CONNECTIONS, ms, request })
            if (round >= 0) done[place]?.push(measured)
          }
        }
        const [shortest, ...longer] = sizes.map((size, place) =>
          seriesOf(`${size.toLocaleString('en')} rows`, done[place] ?? [], 'ms'),
        )
        if (!shortest) continue
        for (const subject of longer) {
          outcomes.push({
            benchmark: 'long-lists',
            title: `${page} of the ${list}, ${CONNECTIONS} connections, ${rounds} rounds`,
            unit: 'ms',
            subject,
            baselines: [shortest],
            notes: ['wanted: at most 1.3 times as long'],
          })
        }
      }
    }
    return outcomes
  } finally {
    for (const site of sites) await site.close()
  }
}

/**
 * Records with their runs, half in each store, spread over past years. They are inserted in batches without indexes, references and
 * triggers, because ten million would take four times as long otherwise.
 */
export async function fill(owner: pg.Client, rows: number): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
       where i.indrelid in ('play_record'::regclass, 'run'::regclass)
         and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  await owner.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
  )
  for (const { name } of indexes) await owner.query(`drop index ${name}`)
  const each = rows / STORES.length
  for (const store of STORES) {
    for (let from = each; from > 0; from -= PORTION)
      await fillPortion(owner, store, from, Math.max(1, from - PORTION + 1))
  }
  for (const { made } of indexes) await owner.query(made)
  await owner.query('reset session_replication_role; reset synchronous_commit; reset maintenance_work_mem')
}

/** Rows of one store from the n-th before now to a later one; older rows have smaller ids, as in real data. */
async function fillPortion(owner: pg.Client, store: string, from: number, to: number): Promise<void> {
  await owner.query(
    `with rule as (select id, name from consume_rule where org_code = $1 order by id limit 1),
       car as (select array_agg(id) as ids, array_agg(name) as names from vehicle where org_code = $1),
       who as (select array_agg(id) as ids from member where org_code = $1),
       play as (
         insert into play_record (id, org_code, created_at, state, ticket_no, queue_number, member_id, racer, rule_id, rule_name,
             consume_type, run_mode, laps, minutes, people, price_mode, price, vehicle_id, vehicle_name, operator_id, operator_name)
           select uuidv7(-interval '31 days' - n * interval '5 minutes'), $1, now() - interval '31 days' - n * interval '5 minutes',
             case when n % 100 < 96 then 'CONSUMED' else 'ESCAPED' end, 'B' || n, n,
             case when n % 3 > 0 then who.ids[1 + n % cardinality(who.ids)] end, '神秘车手', rule.id, rule.name, 'BALANCE', 'timermode',
             0, 8, 1, 'one', 6800, car.ids[1 + n % cardinality(car.ids)], car.names[1 + n % cardinality(car.ids)],
             gen_random_uuid(), '李小敏'
           from generate_series($2::integer, $3::integer, -1) n, rule, car, who
           returning id, org_code, vehicle_id, racer, created_at
       )
     insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, started_by, state, started_at, ends_at, ended_at, ended_how)
       select uuidv7(created_at - now()), org_code, id, vehicle_id, 'timermode', racer, '李小敏', 'ENDED', created_at,
         created_at + interval '8 minutes', created_at + interval '8 minutes', 'time' from play`,
    [store, from, to],
  )
}
