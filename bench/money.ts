import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { addMembers, MEMBERS } from './hung-orders.ts'
import { addLimit, LEAST_PATH, leastChanges, leastRequest, leastStatement } from './limit.ts'
import type { Job } from './load.ts'
import { MONEY_KINDS, type MoneyKind, type Till } from './money-kinds.ts'
import { startProgram } from './processes.ts'
import { recorded } from './recorded.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, settle } from './site.ts'
import type { Round } from './stats.ts'

const CONNECTIONS = [1, 16, 32] as const
/** Calls of each kind that are recorded, to find the statements that the server sends to PostgreSQL. */
const SAMPLES = 3
const ROUNDS = 3
/** Rounds before those that count: the server's processor time per call still falls after some 3,000 calls. */
const WARM_UP_ROUNDS = 3

const connectionsOf = ({ oneByOne }: MoneyKind): readonly number[] => (oneByOne ? [1] : CONNECTIONS)

type Variant = 'http' | 'own' | 'limit' | 'bare'
interface Prepared {
  variant: Variant
  connections: number
  job: Job
  warmUp: boolean
}

/**
 * All changes of money at a counter through HTTP, against the statements that the server sends for them, against the minimal change
 * of a balance in one round trip, and against bare Fastify with this minimal change.
 */
export async function moneyBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_money')
  const bare = await startProgram({
    script: join(import.meta.dirname, 'bare-charge.server.ts'),
    args: [site.appUrl, '16'],
    readyPath: LEAST_PATH,
  })
  try {
    const till = { site, loader, cashier: await site.signIn('cashier'), manager: await site.signIn('hq') }
    await addMembers(site.owner)
    await addLimit(site.owner)
    const outcomes: Outcome[] = []
    for (const kind of MONEY_KINDS) {
      const prepared = await prepare(kind, till, bare.url, { rounds: quick ? 1 : Math.min(rounds, ROUNDS), quick })
      await settle(site.owner)
      const done = new Map<string, Round[]>()
      let calls = SAMPLES
      for (const { variant, connections, job, warmUp } of prepared) {
        const round = await loader.run(job)
        if (variant === 'http' || variant === 'own') calls += round.count
        if (!warmUp) done.set(`${variant} ${connections}`, [...(done.get(`${variant} ${connections}`) ?? []), round])
      }
      const { rows } = await site.owner.query<{ count: string }>(kind.counted)
      if (Number(rows[0]?.count) < calls) throw new Error(`${calls} times ${kind.title} left ${rows[0]?.count}`)
      for (const connections of connectionsOf(kind)) {
        const series = (variant: Variant, name: string) =>
          seriesOf(name, done.get(`${variant} ${connections}`) ?? [], '/s')
        outcomes.push({
          benchmark: 'money',
          title: `${kind.name}: ${kind.title}, ${connections} connections`,
          unit: '/s',
          subject: series('http', 'through HTTP'),
          baselines: [
            series('own', 'its own statements on pg'),
            series('limit', 'the limit: wallet, order, ledger in one trip'),
            series('bare', 'bare Fastify that does this limit'),
          ],
        })
      }
    }
    return outcomes
  } finally {
    await bare.stop()
    await site.close()
  }
}

/** The rounds of a kind after its warm-up; each round measures every variant and number of connections. */
async function prepare(
  kind: MoneyKind,
  till: Till,
  bareUrl: string,
  { rounds, quick }: { rounds: number; quick: boolean },
): Promise<Prepared[]> {
  const { site } = till
  const statementsOf = await recorded(site.appUrl, await kind.calls(till, SAMPLES))
  const prepared: Prepared[] = []
  for (let round = quick ? -1 : -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const connections of connectionsOf(kind)) {
      const size = (connections === 1 ? 300 : 1500) / (kind.oneByOne ? 10 : 1) / (quick ? 10 : 1)
      const requests = await kind.calls(till, size)
      const own = await kind.calls(till, size)
      const least = leastChanges(kind.oneByOne ? 10 * size : size, MEMBERS, kind.amount)
      const jobs: Record<Variant, Job> = {
        http: { kind: 'requests', url: site.server.url, connections, requests: requests.map(({ request }) => request) },
        own: { kind: 'conversations', url: site.appUrl, connections, conversations: own.map(statementsOf) },
        limit: { kind: 'statements', url: site.appUrl, connections, statements: least.map(leastStatement) },
        bare: {
          kind: 'requests',
          url: bareUrl,
          connections,
          requests: leastChanges(least.length, MEMBERS, kind.amount).map(leastRequest),
        },
      }
      for (const variant of ['http', 'own', 'limit', 'bare'] as const) {
        prepared.push({ variant, connections, job: jobs[variant], warmUp: round < 0 })
      }
    }
  }
  return prepared
}
