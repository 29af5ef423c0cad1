import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { rankings } from '#shared/features/rankings/rankings.contract.ts'
import { gameLogs } from '#shared/features/vehicles/game-logs.contract.ts'
import type { Bench } from './bench.ts'
import { drive, LAPS_OF_RUN, STORE, TYPE } from './driven-laps.ts'
import type { Outcome } from './report.ts'
import { openSite, settle } from './site.ts'
import { percentile } from './stats.ts'

/** With `BENCH_LAPS=100000000` some 30 GB are filled, which takes half an hour or more. */
const LAPS = Number(process.env.BENCH_LAPS ?? 1_000_000)
const TIMES = 40
/** Six hundred vehicles with laps of thirty seconds. */
const LAPS_A_SECOND = 20
const PAUSE_MS = 50

/** Reads of laps while others arrive, as the slowest of twenty, against the same reads while none does. */
export async function lapsBenchmark({ cluster, rounds }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, `bench_laps_${LAPS}`)
  try {
    const rule = await drive(site.owner, LAPS / LAPS_OF_RUN)
    await settle(site.owner)
    const { headers } = await site.signIn('hq')
    const ranking = (period: string) =>
      `${rankings.query.path}?period=${period}&vehicleType=${TYPE}&ruleId=${rule}&sysOrgCode=${STORE}`
    const reads = {
      'the first page of the runs': `${gameLogs.list.path}?pageNo=1&pageSize=10`,
      'the hundredth page of the runs': `${gameLogs.list.path}?pageNo=100&pageSize=10`,
      'the leaderboard of the day': ranking('day'),
      'the records of a lifetime': ranking('overgame'),
    }
    const ask = async (path: string): Promise<number> => {
      const begun = performance.now()
      const answer = (await (await fetch(`${site.server.url}/api${path}`, { headers })).json()) as { success: boolean }
      if (!answer.success) throw new Error(`${path} was refused`)
      return performance.now() - begun
    }
    const slowOf = async (path: string): Promise<number> => {
      const times: number[] = []
      for (let time = 0; time < TIMES; time++) times.push(await ask(path))
      return percentile(
        times.sort((one, other) => one - other),
        0.95,
      )
    }
    const outcomes: Outcome[] = []
    const next = { number: LAPS_OF_RUN + 1 }
    for (const [title, path] of Object.entries(reads)) {
      const [alone, beside]: [number[], number[]] = [[], []]
      for (let round = -1; round < rounds; round++) {
        const quiet = await slowOf(path)
        const arriving = arrive(site.owner, next)
        const busy = await slowOf(path)
        await arriving.stop()
        if (round < 0) continue
        alone.push(quiet)
        beside.push(busy)
      }
      outcomes.push({
        benchmark: 'laps',
        title: `${title} among ${LAPS.toLocaleString('en')} laps, p95`,
        unit: 'ms',
        subject: { name: `while ${LAPS_A_SECOND} laps a second arrive`, figures: beside },
        baselines: [{ name: 'while none does', figures: alone }],
        notes: [],
      })
    }
    return outcomes
  } finally {
    await site.close()
  }
}

/** Laps of new runs arrive, each in a transaction of its own, until they are stopped. */
function arrive(owner: pg.Client, next: { number: number }): { stop(): Promise<void> } {
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await owner.query(
        `insert into lap (run_id, org_code, number, vehicle_id, ms, done_at, heard_at)
           select id, org_code, $1, vehicle_id, 40000, now(), now() from run where org_code = $2 order by started_at desc limit 1`,
        [next.number++, STORE],
      )
      await delay(PAUSE_MS)
    }
  })()
  return {
    stop() {
      isOver = true
      return done
    },
  }
}
