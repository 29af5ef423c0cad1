import type { Bench } from './bench.ts'
import { checkStarts, guestStarts } from './charge-starts.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, settle } from './site.ts'
import type { Round } from './stats.ts'

const STORE = 'A01A01'
const FEW = 10
const MANY = 200
/** How often each of them starts a ride. */
const EVERY_MS = 2000

/** Starts at many terminals, each with its socket, on one copy of the server, compared with a few terminals. */
export async function countersBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_counters', { PITLANE_SOCKETS_PER_USER: '1000' })
  try {
    const cashier = await site.signIn('cashier')
    const starts = quick ? 3 : 10
    const done: Record<'many' | 'few', Round[]> = { many: [], few: [] }
    let made = 0
    let fewest = Number.POSITIVE_INFINITY
    for (let round = -1; round < Math.min(rounds, 3); round++) {
      for (const [name, terminals] of [
        ['few', FEW],
        ['many', MANY],
      ] as const) {
        const count = terminals * (round < 0 ? 2 : starts)
        const asked = await guestStarts(site.owner, STORE, count, cashier)
        const requests = asked.map(({ request }) => request)
        await settle(site.owner)
        const { url } = site.server
        const { user, headers } = cashier
        const socket = { path: `/websocket/${user.id}`, token: Object.values(headers)[0] ?? '' }
        const measured = await loader.run({ kind: 'terminals', url, terminals, everyMs: EVERY_MS, requests, socket })
        made += count
        if (round < 0) continue
        done[name].push(measured)
        fewest = Math.min(fewest, measured.pushes ?? 0)
      }
    }
    await checkStarts(site.owner, made)
    if (fewest === 0) throw new Error('a terminal received no push')
    const title = `${MANY} terminals with sockets, a start each ${EVERY_MS / 1000} s, on one copy of the server`
    return [
      {
        benchmark: 'counters',
        title: `${title}: the slowest of a hundred (p99), from the moment that the key is pressed`,
        unit: 'ms',
        subject: seriesOf(`POST add at ${MANY} terminals, p99`, done.many, 'ms', ({ p99 }) => p99),
        baselines: [seriesOf(`the same at ${FEW}, p99`, done.few, 'ms', ({ p99 }) => p99)],
        notes: [
          'no error; every start has a record, a run, a ticket and a queue number of its own afterwards',
          `the terminal with the fewest pushes received ${fewest} in a round`,
        ],
      },
      {
        benchmark: 'counters',
        title: `${title}: the usual one (p50)`,
        unit: 'ms',
        subject: seriesOf(`POST add at ${MANY} terminals, p50`, done.many, 'ms'),
        baselines: [seriesOf(`the same at ${FEW}, p50`, done.few, 'ms')],
      },
    ]
  } finally {
    await site.close()
  }
}
