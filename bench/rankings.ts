import type pg from 'pg'
import { rankings } from '#shared/features/rankings/rankings.contract.ts'
import type { Bench } from './bench.ts'
import type { Outcome } from './report.ts'
import { openSite, settle } from './site.ts'
import { median } from './stats.ts'

const STORE = 'A01A01'
const LAPS_OF_RUN = 10
/** Requests of a round for each period. */
const TIMES = 20
const PERIODS = ['day', 'week', 'month', 'quarter', 'year', 'overgame'] as const
const TYPE = 'bench'

/** Inserting ten million takes about eight minutes, so they are measured on demand. */
const LONG = process.env.BENCH_LONGEST === '1' ? 10_000_000 : 1_000_000

/** Rankings over a million or ten million laps of two years, against a hundred thousand, each in its own database. */
export async function rankingsBenchmark({ cluster, rounds }: Bench): Promise<Outcome[]> {
  const opened: Site[] = []
  const sites: Driven[] = []
  try {
    for (const laps of [100_000, LONG]) {
      const site = await openSite(cluster, `bench_rankings_${laps}`)
      opened.push(site)
      const rule = await drive(site.owner, laps / LAPS_OF_RUN)
      await settle(site.owner)
      const { headers } = await site.signIn('hq')
      sites.push({ ...site, rule, headers })
    }
    const [few, many] = sites
    if (!few || !many) throw new Error('no sites')
    const took = { few: figures(), many: figures() }
    for (let round = -1; round < rounds; round++) {
      for (const period of PERIODS) {
        for (const [name, site] of [
          ['few', few],
          ['many', many],
        ] as const) {
          const times: number[] = []
          for (let time = 0; time < TIMES; time++) times.push(await ask(site, period))
          if (round >= 0) took[name].get(period)?.push(median(times))
        }
      }
    }
    return PERIODS.map((period) => ({
      benchmark: 'rankings',
      title: `the ranking of a ${period === 'overgame' ? 'lifetime' : period} among ${LONG.toLocaleString('en')} laps`,
      unit: 'ms' as const,
      subject: { name: 'GET query through HTTP', figures: took.many.get(period) ?? [] },
      baselines: [{ name: 'the same among 100,000 laps', figures: took.few.get(period) ?? [] }],
      notes: [],
    }))
  } finally {
    for (const site of opened) await site.close()
  }
}

type Site = Awaited<ReturnType<typeof openSite>>
interface Driven extends Site {
  rule: string
  headers: Awaited<ReturnType<Site['signIn']>>['headers']
}

const figures = () => new Map(PERIODS.map((period) => [period, [] as number[]]))

async function ask({ server, rule, headers }: Driven, period: string): Promise<number> {
  const begun = performance.now()
  const url = `${server.url}/api${rankings.query.path}?period=${period}&vehicleType=${TYPE}&ruleId=${rule}&sysOrgCode=${STORE}`
  const answer = (await (await fetch(url, { headers })).json()) as { success: boolean; result: { places: unknown[] } }
  if (!answer.success || answer.result.places.length === 0) throw new Error(`no ranking of a ${period}`)
  return performance.now() - begun
}

/** Runs of the last two years, of two hundred members and of guests, with the stored best lap of each. */
async function drive(owner: pg.Client, runs: number): Promise<string> {
  const {
    rows: [rule],
  } = await owner.query<{ id: string }>(`select id from consume_rule where org_code = $1 order by id limit 1`, [STORE])
  if (!rule) throw new Error('no rule')
  await owner.query(`alter table run disable trigger user; alter table lap disable trigger user`)
  await owner.query(
    `create temporary table driven as select gen_random_uuid() as id, n, now() - (n - 1) * interval '730 days' / $1::int as at
       from generate_series(1, $1::int) n`,
    [runs],
  )
  const vehicle = `(select id from vehicle where org_code = '${STORE}' order by id limit 1)`
  await owner.query(
    `insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, state, started_at, ended_at, started_by, laps, laps_done)
       select id, '${STORE}', gen_random_uuid(), ${vehicle}, 'circlemode', 'r' || n, 'ENDED', at, at + interval '8 minutes', 'bench', 10, 10
         from driven order by at`,
  )
  await owner.query(
    `insert into lap (run_id, org_code, number, vehicle_id, ms, done_at, heard_at)
       select d.id, '${STORE}', lap, ${vehicle}, 35000 + (hashint4(d.n * 10 + lap) & 32767), d.at + lap * interval '45 seconds', d.at
         from driven d, generate_series(1, ${LAPS_OF_RUN}) lap`,
  )
  await owner.query(
    `insert into run_best (run_id, org_code, member_id, vehicle_id, vehicle_type, rule_id, day, lap_number, ms, done_at, late)
       select distinct on (l.run_id) l.run_id, l.org_code, null, l.vehicle_id, '${TYPE}', $1, (d.at at time zone 'Asia/Shanghai')::date,
           l.number, l.ms, l.done_at, false
         from lap l join driven d on d.id = l.run_id order by l.run_id, l.ms, l.done_at`,
    [rule.id],
  )
  await owner.query(`insert into ranking_board values ($1, $2, $3)`, [STORE, TYPE, rule.id])
  await owner.query('drop table driven')
  await owner.query(`alter table run enable trigger user; alter table lap enable trigger user`)
  return rule.id
}
