import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { search } from '#shared/features/search/search.contract.ts'
import type { Bench } from './bench.ts'
import type { ReadSoFar } from './heavy-readers.ts'
import { addMembers as addCounterMembers, hangOrders, requestOf } from './hung-orders.ts'
import { fill } from './long-lists.ts'
import { addMembers } from './members.ts'
import { startReaders } from './readers.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type SignedInAs, type Site, settle } from './site.ts'
import { percentile, type Round, spreadOf } from './stats.ts'

const STORE = 'A01A01'
/** Members of one store, orders of it, and rides of two. */
const SIZES = [10_000, 1_000_000]
const QUICK_SIZES = [10_000, 100_000]
const SEARCHERS = 24
const WARM_UP_MS = 2000
/** Requests of a word in a round. */
const TIMES = 15

/** What people type, key by key, and what nobody should. */
const WORDS = {
  'one digit': ['1', '3'],
  'digits of a number, phone or card': ['13', '139', '1390', '13900005', '0300050007', '50007', '11111111111'],
  'a name, key by key': ['王', '王七', '王七零', '王七零五'],
  'letters, key by key': ['w', 'wq', 'wqlw', 'cs12'],
  'the end of a name, and nothing that exists': ['零五', '无此人', 'zzzz'],
  'tickets and orders': ['B500', 'b77', '0199', '01990000-0000-7000-8000-000000000000'],
  'hostile words': ['%', '_', '*', "'", '\\', '😀', 'x'.repeat(64)],
}

interface Searched {
  site: Site
  by: SignedInAs
}

/** Searches over everything in a store with a million members, orders and rides, against ten thousand; and charges beside 24 searchers. */
export async function searchBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const sites: Searched[] = []
  try {
    for (const size of quick ? QUICK_SIZES : SIZES) {
      const site = await openSite(cluster, `bench_search_${size}`)
      sites.push({ site, by: await site.signIn('hq') })
      await fill(site.owner, size)
      await addOrders(site.owner, size)
      await addCounterMembers(site.owner)
      await addMembers(site.owner, size)
      await settle(site.owner)
    }
    const [few, many] = sites
    if (!few || !many) throw new Error('no sites')
    const outcomes: Outcome[] = []
    for (const [title, words] of Object.entries(WORDS)) {
      const took: Record<'few' | 'many', Took> = { few: { p50: [], p95: [] }, many: { p50: [], p95: [] } }
      for (let round = -1; round < rounds; round++) {
        for (const [name, searched] of Object.entries({ few, many })) {
          const times = await searchTimes(searched, words)
          if (round < 0) continue
          took[name as 'few' | 'many'].p50.push(percentile(times, 0.5))
          took[name as 'few' | 'many'].p95.push(percentile(times, 0.95))
        }
      }
      const series = (name: string, { p95 }: Took) => ({ name: `${name}, p95`, figures: p95 })
      outcomes.push({
        benchmark: 'search',
        title: `everywhere, ${title}, one after the other, ${rounds} rounds`,
        unit: 'ms',
        subject: series('the many', took.many),
        baselines: [series('the few', took.few)],
        notes: [`p50 ${spreadOf(took.many.p50).median.toFixed(1)} ms; wanted: p95 at most 100 ms`],
      })
    }
    outcomes.push(await besideSearchers(many, { loader, rounds, quick }))
    return outcomes
  } finally {
    for (const { site } of sites) await site.close()
  }
}

interface Took {
  p50: number[]
  p95: number[]
}

const addressOf = (word: string): string => `/api${search.everywhere.path}?${new URLSearchParams({ keyword: word })}`

/** The sorted times in ms of searches for these words, in turn. */
async function searchTimes({ site, by }: Searched, words: readonly string[]): Promise<Float64Array> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    for (const word of words) {
      const began = performance.now()
      const response = await fetch(`${site.server.url}${addressOf(word)}`, { headers: by.headers })
      const { success, message } = (await response.json()) as { success: boolean; message: string }
      if (!success) throw new Error(`${word}: ${message}`)
      times.push(performance.now() - began)
    }
  }
  return Float64Array.from(times).sort()
}

/** Charges one after the other beside searchers that never pause, against the same without them. */
async function besideSearchers(
  { site, by }: Searched,
  { loader, rounds, quick }: Pick<Bench, 'loader' | 'rounds' | 'quick'>,
): Promise<Outcome> {
  const cashier = await site.signIn('cashier')
  const people = [by, await site.signIn('admin')]
  const words = Object.values(WORDS).flat()
  const readings = Array.from({ length: SEARCHERS }, (_, place) => ({
    url: `${site.server.url}${addressOf(words[place % words.length] ?? '')}`,
    headers: people[place % people.length]?.headers ?? {},
  }))
  const done: Record<'beside' | 'without', Round[]> = { beside: [], without: [] }
  const read: ReadSoFar = { answered: 0, refused: 0 }
  for (let round = -1; round < rounds; round++) {
    for (const name of ['without', 'beside'] as const) {
      const orders = await hangOrders(site.owner, quick || round < 0 ? 60 : 300, cashier)
      const requests = orders.map((order) => requestOf(order, cashier))
      const searchers = name === 'beside' ? startReaders(readings) : undefined
      if (searchers) await delay(WARM_UP_MS)
      const measured = await loader.run({ kind: 'requests', url: site.server.url, connections: 1, requests })
      const got = await searchers?.stop()
      if (round < 0) continue
      done[name].push(measured)
      read.answered += got?.answered ?? 0
      read.refused += got?.refused ?? 0
    }
  }
  if (read.answered === 0) throw new Error('nobody has found anything')
  return {
    benchmark: 'search',
    title: `a charge beside ${SEARCHERS} searchers who never pause: the usual one (p50)`,
    unit: 'ms',
    subject: seriesOf('POST doconsume beside them, p50', done.beside, 'ms'),
    baselines: [seriesOf('without them, p50', done.without, 'ms')],
    notes: [
      `${read.answered} answers to the searchers meanwhile, ${read.refused} refused because others were searching`,
    ],
  }
}

/** Paid orders of the store over the last year. */
export async function addOrders(owner: pg.Client, orders: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into consume_order (id, org_code, rule_id, rule_name, state, consume_type, pay_mode, usage_mode, amount, operator_id, created_at, paid_at)
       select uuidv7(-n * interval '30 seconds'), $1, gen_random_uuid(), 'bench', 'paid', 'NOCARDCONSUME', 'cash', 'immediate', 3500,
         gen_random_uuid(), now() - n * interval '30 seconds', now() - n * interval '30 seconds'
       from generate_series(1, $2::integer) n`,
    [STORE, orders],
  )
  await owner.query('reset session_replication_role')
}
