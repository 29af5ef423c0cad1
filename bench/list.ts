import { join } from 'node:path'
import type pg from 'pg'
import { type Scope, scopeOf } from '#server/db/database.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Bench } from './bench.ts'
import type { Statement } from './load.ts'
import { startProgram } from './processes.ts'
import { startRecorder } from './recorder.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, settle } from './site.ts'
import type { Round } from './stats.ts'

const RECORDS = 100_000
const CONNECTIONS = 16
const STORES = ['A01A01', 'A01A02'] as const

const { path } = playBeforePay.list

const pages = {
  'first page': { pageNo: '1', pageSize: '10' },
  'first page of one state': { pageNo: '1', pageSize: '10', playState: 'ESCAPED' },
  'page 5,000 of 10,000': { pageNo: '5000', pageSize: '10' },
}

/** Pages of 100,000 pay-later records, as headquarters sees the records of its two stores. */
export async function listBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_list')
  const recorder = await startRecorder(site.appUrl)
  try {
    const { user, headers } = await site.signIn('hq')
    await addRecords(site.owner)
    await settle(site.owner)
    const outcomes: Outcome[] = []
    for (const [title, page] of Object.entries(pages)) {
      const request = { method: 'GET', path: `/api${path}?${new URLSearchParams(page)}`, headers } as const
      // Twice, because the first request also fills caches.
      await recorder.statementsOf(request)
      const own = await recorder.statementsOf(request)
      const statements = plain(scopeOf(user.orgCode), page)
      const bare = await startProgram({
        script: join(import.meta.dirname, 'bare-list.server.ts'),
        args: ['/list', site.appUrl, JSON.stringify(statements)],
        readyPath: '/list',
      })
      const variants = {
        http: { kind: 'request', url: site.server.url, request },
        own: { kind: 'conversation', url: site.appUrl, conversation: own },
        plain: { kind: 'conversation', url: site.appUrl, conversation: statements },
        bare: { kind: 'request', url: bare.url, request: { method: 'GET', path: '/list' } },
      } as const
      const done: Record<keyof typeof variants, Round[]> = { http: [], own: [], plain: [], bare: [] }
      for (let round = -1; round < rounds; round++) {
        for (const name of Object.keys(variants) as (keyof typeof variants)[]) {
          const ms = round < 0 || quick ? 400 : 1000
          const measured = await loader.run({ ...variants[name], connections: CONNECTIONS, ms })
          if (round >= 0) done[name].push(measured)
        }
      }
      await bare.stop()
      outcomes.push({
        benchmark: 'list',
        title: `${title}, ${RECORDS.toLocaleString('en')} records in two stores, ${CONNECTIONS} connections, ${rounds} rounds`,
        unit: '/s',
        subject: seriesOf('GET list through HTTP', done.http, '/s'),
        baselines: [
          seriesOf('bare Fastify with the same page, count and filter', done.bare, '/s'),
          seriesOf(`its own ${own.length} statements sent by pg`, done.own, '/s'),
          seriesOf('page and count as one writes them, on pg', done.plain, '/s'),
        ],
      })
    }
    return outcomes
  } finally {
    await recorder.stop()
    await site.close()
  }
}

/** Fills both stores with records of two years, most of them settled. */
export async function addRecords(owner: pg.Client): Promise<void> {
  for (const store of STORES) {
    await owner.query(
      `insert into play_record (id, org_code, created_at, state, ticket_no, queue_number, member_id, racer, rule_id,
           rule_name, consume_type, run_mode, laps, minutes, people, price_mode, price, vehicle_id, vehicle_name, operator_id,
           operator_name)
         select gen_random_uuid(), $1, now() - interval '31 days' - n * interval '20 minutes',
           case when n % 100 < 92 then 'CONSUMED' when n % 100 < 96 then 'RECHARGED' when n % 100 < 98 then 'ESCAPED'
             else 'CANCELLED' end,
           'B' || n, n, case when n % 3 > 0 then who.ids[1 + n % cardinality(who.ids)] end, '神秘车手', rule.id, rule.name,
           'BALANCE', 'timermode', 0, 8, 1, 'one', 6800, car.id, car.name, gen_random_uuid(), '李小敏'
         from generate_series(1, $2 - (select count(*) from play_record where org_code = $1)) n,
           (select id, name from consume_rule where org_code = $1 order by id limit 1) rule,
           (select id, name from vehicle where org_code = $1 order by id limit 1) car,
           (select array_agg(id) as ids from member where org_code = $1) who`,
      [store, RECORDS / STORES.length],
    )
  }
  const { rows } = await owner.query<{ count: string }>('select count(*) from play_record')
  if (Number(rows[0]?.count) !== RECORDS) throw new Error(`${rows[0]?.count} records instead of ${RECORDS}`)
}

/** The same page by plain statements without optimization, under the same row-level security. */
function plain(scope: Scope, { pageNo, pageSize, playState }: Record<string, string>): Statement[] {
  const where = playState ? `where p.state = '${playState}'` : ''
  return [
    { text: 'begin' },
    {
      text: `select set_config('pitlane.scope', $1, true), set_config('pitlane.scope_end', $2, true)`,
      values: [scope.from, scope.to],
    },
    {
      text: `select p.*, d.name as store_name, m.nickname, m.realname from play_record p
          join store d on d.org_code = p.org_code
          left join member m on m.id = p.member_id and m.org_code = p.org_code
        ${where} order by p.created_at desc, p.id desc limit $1 offset $2`,
      values: [Number(pageSize), Number(pageSize) * (Number(pageNo) - 1)],
    },
    { text: `select count(*) from (select 1 from play_record p ${where} limit 2001) counted` },
    { text: 'commit' },
  ]
}
