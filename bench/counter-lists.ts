import pg from 'pg'
import { type Scope, scopeOf } from '#server/db/database.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { consumeRules } from '#shared/features/rules/consume-rules.contract.ts'
import { consume } from '#shared/features/sessions/consume.contract.ts'
import { vehicles } from '#shared/features/vehicles/vehicles.contract.ts'
import type { Bench } from './bench.ts'
import { encode, HttpConnection } from './http-connection.ts'
import { builtServer, startProgram } from './processes.ts'
import type { Outcome, Series } from './report.ts'
import { openSite, settle } from './site.ts'
import { median } from './stats.ts'

const STORE = 'A01A01'
const RULES = 60
const VEHICLES = 60
/** Starts of today, which count for rules with a limit per day. */
const STARTS = 1000

const requests = [
  consume.getDepartInfo.path,
  `${consumeRules.listActive.path}?pageSize=${MAX_PICKED_ROWS}`,
  `${vehicles.listOfStore.path}?pageSize=${MAX_PICKED_ROWS}`,
]

/** What a counter loads after its sign-in: the store, its rules with their uses of today, its vehicles. */
export async function counterListsBenchmark({ cluster, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_counter_lists')
  try {
    await fill(site.owner)
    await settle(site.owner)
    const { user, headers } = await site.signIn('cashier')
    const cold: Record<'http' | 'sql', number[]> = { http: [], sql: [] }
    const warm: Record<'http' | 'sql', number[]> = { http: [], sql: [] }
    const times = quick ? 20 : 100
    for (let round = 0; round < rounds; round++) {
      const sql = await bareLists(site.appUrl, scopeOf(user.orgCode), times)
      // A copy of the server that has answered no call yet; the sign-in is valid on all copies.
      const env = { DATABASE_URL: site.ownerUrl, PITLANE_DEMO: '1', PITLANE_MQTT_URL: 'off' }
      const server = await startProgram({ script: builtServer, env, readyPath: '/readyz' })
      const http = await listsOf(server.url, headers, times)
      await server.stop()
      cold.sql.push(sql.first)
      warm.sql.push(sql.later)
      cold.http.push(http.first)
      warm.http.push(http.later)
    }
    const title = `store, ${RULES} rules, ${VEHICLES} vehicles, ${STARTS.toLocaleString('en')} starts today, ${rounds} rounds`
    const of = (name: string, figures: number[]): Series => ({ name, figures })
    return [
      {
        benchmark: 'counter-lists',
        title: `${title}: the first time in a server's life`,
        unit: 'ms',
        subject: of('three calls at once, of a server that has just started', cold.http),
        baselines: [of('three bare statements on a new connection', cold.sql)],
      },
      {
        benchmark: 'counter-lists',
        title: `${title}: later`,
        unit: 'ms',
        subject: of(`three calls at once, median of ${times}`, warm.http),
        baselines: [of(`three bare statements, median of ${times}`, warm.sql)],
      },
    ]
  } finally {
    await site.close()
  }
}

/** The duration of the first of many equal tasks, and the median of the others. */
async function timed(times: number, work: () => Promise<unknown>): Promise<{ first: number; later: number }> {
  const taken: number[] = []
  for (let done = 0; done <= times; done++) {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }
  const [first = Number.NaN, ...others] = taken
  return { first, later: median(others) }
}

async function listsOf(url: string, headers: Record<string, string>, times: number) {
  const sent = await Promise.all(
    requests.map(async (path) => {
      const request = encode({ method: 'GET', path: `/api${path}`, headers })
      return { request, connection: await HttpConnection.open(url) }
    }),
  )
  const taken = await timed(times, () =>
    Promise.all(
      sent.map(async ({ request, connection }) => {
        const { body } = await connection.send(request)
        if (!body.startsWith('{"success":true')) throw new Error(body.slice(0, 500))
      }),
    ),
  )
  for (const { connection } of sent) connection.close()
  return taken
}

/** Plain statements for the same rows, under the same row-level security; the first time includes connecting. */
async function bareLists(appUrl: string, scope: Scope, times: number) {
  const client = new pg.Client({ connectionString: appUrl })
  let connected: Promise<unknown> | null = null
  const taken = await timed(times, async () => {
    connected ??= client.connect()
    await connected
    await client.query('begin')
    await client.query(`select set_config('pitlane.scope', $1, true), set_config('pitlane.scope_end', $2, true)`, [
      scope.from,
      scope.to,
    ])
    await client.query(
      `select s.*, (select count(*) from play_record p where p.org_code = s.org_code and p.state = 'PENDING') as open
       from store s where s.org_code = $1`,
      [STORE],
    )
    await client.query(
      `select r.*, (select count(*) from play_record p where p.org_code = r.org_code and p.rule_id = r.id
           and p.created_at >= date_trunc('day', now(), 'Asia/Shanghai') and p.state <> 'CANCELLED') as used
       from consume_rule r where r.active and r.org_code = $1 order by r.index_number`,
      [STORE],
    )
    await client.query(
      `select v.*, g.racer, g.started_at from vehicle v
         left join run g on g.vehicle_id = v.id and g.org_code = v.org_code and g.state = 'RUNNING'
       where v.org_code = $1 order by v.index_number`,
      [STORE],
    )
    await client.query('commit')
  })
  await client.end()
  return taken
}

/** A large venue on a busy day: every third rule has a limit per day, every tenth requires a level. */
async function fill(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into consume_rule (id, org_code, name, consume_type, price, laps, minutes, index_number, limited, daily_limit, member_level)
       select gen_random_uuid(), $1, 'bench ' || n, 'BALANCE', 6800, 8, 10, 100 + n, n % 3 = 0, case when n % 3 = 0 then 500 else -1 end,
         case when n % 10 = 0 then (select code from member_level where org_code = $1 order by rank limit 1) else '' end
       from generate_series(1, $2 - (select count(*)::integer from consume_rule where org_code = $1 and active)) n`,
    [STORE, RULES],
  )
  await owner.query(
    `insert into vehicle (id, org_code, name, index_number)
       select gen_random_uuid(), $1, 'bench ' || n, 100 + n
       from generate_series(1, $2 - (select count(*)::integer from vehicle where org_code = $1)) n`,
    [STORE, VEHICLES],
  )
  await owner.query(
    `insert into play_record (id, org_code, created_at, state, ticket_no, queue_number, racer, rule_id, rule_name, consume_type,
         run_mode, laps, minutes, people, price_mode, price, vehicle_id, vehicle_name, operator_id, operator_name)
       select gen_random_uuid(), $1, date_trunc('day', now(), 'Asia/Shanghai') + n * interval '1 second', 'CONSUMED', 'B' || n, n,
         '神秘车手', rules.ids[1 + n % cardinality(rules.ids)], 'bench', 'BALANCE', 'timermode', 0, 8, 1, 'one', 6800, car.id,
         car.name, gen_random_uuid(), '李小敏'
       from generate_series(1, $2) n, (select array_agg(id) as ids from consume_rule where org_code = $1) rules,
         (select id, name from vehicle where org_code = $1 order by id limit 1) car`,
    [STORE, STARTS],
  )
}
