import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { consumeOrders } from '#shared/features/sessions/consume-orders.contract.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import { statistics } from '#shared/features/statistics/statistics.contract.ts'
import type { Bench } from './bench.ts'
import type { Reading, ReadSoFar } from './heavy-readers.ts'
import { addMembers, hangOrders, requestOf } from './hung-orders.ts'
import { addRecords } from './list.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type SignedInAs, settle } from './site.ts'
import { addYear, rollUp } from './statistics.ts'
import type { Round } from './stats.ts'

/** Number of readers of each kind: lists, figures and workbooks. */
const OF_EACH = 8
const ORDERS = 100_000
/** Several users, because the turns of one user are limited. */
const PEOPLE = ['hq', 'admin'] as const
const WARM_UP_MS = 2000

/** Sequential charges of a counter while lists of two years, figures of a year and workbooks are read, against no readers. */
export async function readersBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_readers')
  try {
    const cashier = await site.signIn('cashier')
    const people = await Promise.all(PEOPLE.map((name) => site.signIn(name)))
    await addMembers(site.owner)
    await addRecords(site.owner)
    await addYear(site.owner, ORDERS)
    await rollUp(site.owner)
    const count = quick ? 100 : 600
    const done: Record<'beside' | 'without', Round[]> = { beside: [], without: [] }
    const read: ReadSoFar = { answered: 0, refused: 0 }
    for (let round = -1; round < rounds; round++) {
      for (const name of ['without', 'beside'] as const) {
        const orders = await hangOrders(site.owner, round < 0 ? 60 : count, cashier)
        const requests = orders.map((order) => requestOf(order, cashier))
        await settle(site.owner)
        const readers = name === 'beside' ? startReaders(readingsOf(site.server.url, people)) : undefined
        if (readers) await delay(WARM_UP_MS)
        const measured = await loader.run({ kind: 'requests', url: site.server.url, connections: 1, requests })
        const got = await readers?.stop()
        if (round < 0) continue
        done[name].push(measured)
        read.answered += got?.answered ?? 0
        read.refused += got?.refused ?? 0
      }
    }
    if (read.answered === 0) throw new Error('nobody has read anything')
    const title = `a charge beside ${3 * OF_EACH} readers of lists, figures and workbooks`
    const notes = [
      `${read.answered} answers to the readers meanwhile, ${read.refused} refused because others were reading`,
    ]
    return [
      {
        benchmark: 'readers',
        title: `${title}: the usual one (p50)`,
        unit: 'ms',
        subject: seriesOf('POST doconsume beside them, p50', done.beside, 'ms'),
        baselines: [seriesOf('without them, p50', done.without, 'ms')],
        notes,
      },
      {
        benchmark: 'readers',
        title: `${title}: the slowest of a hundred (p99)`,
        unit: 'ms',
        subject: seriesOf('POST doconsume beside them, p99', done.beside, 'ms', ({ p99 }) => p99),
        baselines: [seriesOf('without them, p99', done.without, 'ms', ({ p99 }) => p99)],
      },
    ]
  } finally {
    await site.close()
  }
}

/** The requests of each reader, with the longest possible periods. */
function readingsOf(url: string, people: readonly SignedInAs[]): Reading[] {
  const of = (place: number, path: string, query: Record<string, string>): Reading => ({
    url: `${url}/api${path}?${new URLSearchParams(query)}`,
    headers: people[place % people.length]?.headers ?? {},
  })
  const dates = { createTime_begin: '2020-01-01 00:00:00', createTime_end: '2040-01-01 00:00:00' }
  return Array.from({ length: OF_EACH }, (_, n) => [
    of(n, (n % 2 === 0 ? playBeforePay : consumeOrders).list.path, { ...dates, pageNo: '4000', pageSize: '10' }),
    of(n, statistics.figures.path, { period: 'year', by: n % 2 === 0 ? 'cashier' : 'rule' }),
    of(n, playBeforePay.exportXls.path, { ...dates, confirm: 'true' }),
  ]).flat()
}

export function startReaders(readings: Reading[]): { stop(): Promise<ReadSoFar> } {
  const child = fork(join(import.meta.dirname, 'heavy-readers.ts'))
  child.send(readings)
  return {
    async stop() {
      const [answer] = await Promise.race([
        once(child, 'message', { signal: AbortSignal.timeout(60_000) }) as Promise<[ReadSoFar]>,
        once(child, 'exit').then(() => {
          throw new Error('the readers have ended')
        }),
        Promise.resolve(child.send('stop')).then(() => new Promise<never>(() => undefined)),
      ])
      return answer
    },
  }
}
