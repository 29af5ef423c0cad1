import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/db/database.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { NO_SHIFTS } from '#tests/support/room.ts'
import { type Cluster, waitFor } from './cluster.ts'
import { promote, setSynchronous, startStandby, syncStateOf } from './postgres.ts'
import { type Sale, sell, wrongSales } from './sales.ts'

/** How the primary is lost: its processes end at once, or stand still with all connections open. */
export type Loss = 'kill' | 'pause'

interface Options {
  cluster: Cluster
  sales: number
  terminals: number
  loss: Loss
  tell: (line: string) => void
}

/** How long the standby may be missing before sales go on without it, as with Patroni's `synchronous_mode`. */
const WITHOUT_STANDBY_MS = 3000
const BY_THE_WAY = 10

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Loses the primary in the middle of sales, promotes the standby, and returns what is wrong afterwards. */
export async function failOver({ cluster, sales, terminals, loss, tell }: Options): Promise<string[]> {
  await withClient(cluster.ownerUrl, (owner) => owner.query(NO_SHIFTS))
  const db = openDatabase((await appLogin(cluster.ownerUrl)).poolUrl, { size: 3 })
  try {
    const third = Promise.withResolvers<void>()
    const selling = sell({
      url: cluster.url,
      db,
      count: sales,
      terminals,
      onAnswer: (answered) => answered === Math.ceil(sales / 3) && third.resolve(),
    })
    await Promise.race([third.promise, selling])
    const lost = performance.now()
    await lose(cluster, loss, tell, lost)
    const sold = await selling
    account(sold, lost, tell)
    await waitFor('each copy with its listener', async () => {
      const states = await Promise.all(cluster.copies.map(({ url }) => stateOf(url)))
      return states.every(({ status, bus }) => status === 200 && bus)
    })
    const found = await wrongSales(db, sold)
    return [...found, ...(await withoutStandby(cluster, db, tell))]
  } finally {
    await db.close()
  }
}

async function lose(cluster: Cluster, loss: Loss, tell: Options['tell'], lost: number): Promise<void> {
  const { primary, standby } = cluster
  if (loss === 'kill') await primary.kill()
  else primary.pause()
  const since = () => seconds(performance.now() - lost)
  tell(`  0.0 s: the primary ${loss === 'kill' ? 'is killed' : 'stands still'}`)
  await waitFor('503 of each copy', async () => {
    const states = await Promise.all(cluster.copies.map(({ url }) => stateOf(url)))
    return states.every(({ status }) => status === 503)
  })
  tell(`  ${since()}: no copy is ready`)
  await waitFor('503 of the proxy', async () => (await stateOf(cluster.url)).status === 503)
  tell(`  ${since()}: the proxy says so`)
  // What Patroni's watchdog does: a former primary must not answer any more.
  await primary.kill()
  await promote(standby)
  tell(`  ${since()}: the standby is the primary`)
  await waitFor('a copy that is ready', async () => (await stateOf(cluster.url)).status === 200)
  tell(`  ${since()}: the proxy has a ready copy`)
}

/** What a copy or the proxy says about its readiness. */
async function stateOf(url: string): Promise<{ status: number; bus: boolean }> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })
  const text = await response.text()
  return { status: response.status, bus: text.includes('"bus":true') }
}

function account(sold: readonly Sale[], lost: number, tell: Options['tell']): void {
  const times = sold.map(({ answeredAt }) => answeredAt).sort((one, other) => one - other)
  const gaps = times.map((time, index) => time - (times[index - 1] ?? time))
  const before = times.filter((time) => time < lost).length
  const again = sold.filter(({ tries }) => tries > 1).length
  tell(`${sold.length} sales answered, ${before} of them before; ${again} were sent again under the same key`)
  tell(`longest time without an answered sale: ${seconds(Math.max(...gaps))}`)
}

/** The former primary follows the new one and is lost again: sales wait until the primary goes on without it. */
async function withoutStandby(cluster: Cluster, db: Database, tell: Options['tell']): Promise<string[]> {
  const [primary, former] = [cluster.standby, cluster.primary]
  const { password } = new URL(primary.ownerUrl)
  await former.remove()
  const place = { port: former.port, checkPort: former.checkPort }
  const standby = await startStandby(primary, { name: 'one', folder: join(cluster.folder, 'one'), password, place })
  try {
    await setSynchronous(primary, 'one')
    await waitFor('the new standby', async () => (await syncStateOf(primary, 'one')) === 'sync')
    await sell({ url: cluster.url, db, count: BY_THE_WAY, terminals: 2 })
    await standby.kill()
    const lost = performance.now()
    const selling = sell({ url: cluster.url, db, count: BY_THE_WAY, terminals: 2 })
    await delay(WITHOUT_STANDBY_MS)
    await setSynchronous(primary, null)
    const sold = await selling
    const first = Math.min(...sold.map(({ answeredAt }) => answeredAt)) - lost
    tell(`the standby is lost: the first sale waits ${seconds(first)}, until the primary goes on without it`)
    return [
      ...(first < WITHOUT_STANDBY_MS ? [`a sale was answered ${seconds(first)} after the standby was lost`] : []),
      ...(await wrongSales(db, sold)),
    ]
  } finally {
    await standby.remove()
  }
}
