import { rankings } from '#shared/features/rankings/rankings.contract.ts'
import type { Bench } from './bench.ts'
import { drive, LAPS_OF_RUN, STORE, TYPE } from './driven-laps.ts'
import type { Outcome } from './report.ts'
import { openSite, settle } from './site.ts'
import { median } from './stats.ts'

/** Requests of a round for each period. */
const TIMES = 20
const PERIODS = ['day', 'week', 'month', 'quarter', 'year', 'overgame'] as const

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
