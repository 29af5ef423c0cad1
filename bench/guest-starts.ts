import type { Bench } from './bench.ts'
import { checkStarts, guestStarts } from './charge-starts.ts'
import { recorded } from './recorded.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, settle } from './site.ts'
import type { Round } from './stats.ts'

const STORE = 'A01A01'
const CONNECTIONS = [1, 16, 32] as const
/** Starts that are recorded, to find the statements that the server sends to PostgreSQL. */
const SAMPLES = 3

/** Starts of guests' rides through HTTP, each on its own vehicle, against the statements that the server sends for them. */
export async function guestStartsBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_guest_starts')
  try {
    const cashier = await site.signIn('cashier')
    const starts = (count: number) => guestStarts(site.owner, STORE, count, cashier)
    const samples = await starts(SAMPLES)
    const statementsOf = await recorded(site.appUrl, samples)
    let made = SAMPLES
    const outcomes: Outcome[] = []
    for (const connections of CONNECTIONS) {
      const done: Record<'http' | 'own', Round[]> = { http: [], own: [] }
      for (let round = -1; round < (quick ? 1 : Math.min(rounds, 3)); round++) {
        const count = (round < 0 || quick ? 20 : 60) * Math.max(10, connections)
        const [asked, own] = [await starts(count), await starts(count)]
        await settle(site.owner)
        const requests = asked.map(({ request }) => request)
        const measured = {
          http: await loader.run({ kind: 'requests', url: site.server.url, connections, requests }),
          own: await loader.run({
            kind: 'conversations',
            url: site.appUrl,
            connections,
            conversations: own.map(statementsOf),
          }),
        }
        made += 2 * count
        if (round < 0) continue
        done.http.push(measured.http)
        done.own.push(measured.own)
      }
      outcomes.push({
        benchmark: 'guest-starts',
        title: `starting a guest's ride at one store (POST sysPlayBeforePay/add), ${connections} connections`,
        unit: '/s',
        subject: seriesOf('through HTTP', done.http, '/s'),
        baselines: [seriesOf('its own statements on pg', done.own, '/s')],
        notes: ['every start has a record, a run, a ticket and a queue number of its own afterwards'],
      })
    }
    await checkStarts(site.owner, made)
    return outcomes
  } finally {
    await site.close()
  }
}
