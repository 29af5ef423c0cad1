import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/db/database.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { api } from '#shared/api.ts'
import { createClient } from '#shared/core/client.ts'
import { transport } from '#tests/support/faults/transport.ts'
import { NO_SHIFTS } from '#tests/support/room.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { type Cluster, waitFor } from './cluster.ts'
import { sell, wrongSales } from './sales.ts'

interface Options {
  cluster: Cluster
  sales: number
  terminals: number
  tell: (line: string) => void
}

/** Lists per measurement; each is a page of members. */
const LISTS = 400
const READERS = 6
const WARM_UPS = 5
/** Longer than the proxy takes to notice that a copy has gone. */
const SETTLED_MS = 3000
const PARTS = ['clients', 'proxy', 'copies', 'pooler', 'primary', 'standby'] as const

type Times = Record<(typeof PARTS)[number], number>

/** Processor time of each part so far, in ms. */
const timesOf = ({ proxy, copies, pooler, primary, standby }: Cluster): Times => ({
  clients: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  proxy: proxy.processorMs(),
  copies: copies.reduce((sum, copy) => sum + copy.processorMs(), 0),
  pooler: pooler.processorMs(),
  primary: primary.processorMs(),
  standby: standby.processorMs(),
})

/**
 * Measures sales and lists with all copies, then with one less, down to one: how many a second, and the processor time of each in each
 * part. Returns what is wrong afterwards.
 */
export async function measureCopies({ cluster, sales, terminals, tell }: Options): Promise<string[]> {
  await withClient(cluster.ownerUrl, (owner) => owner.query(NO_SHIFTS))
  const db = openDatabase((await appLogin(cluster.ownerUrl)).poolUrl, { size: 3 })
  const wrong: string[] = []
  const line = (what: string, count: number, milliseconds: number, spent: Times): void => {
    const each = PARTS.map((part) => `${part} ${(spent[part] / count).toFixed(2)}`).join(', ')
    const sum = PARTS.reduce((total, part) => total + spent[part], 0)
    tell(
      `  ${what}: ${((count / milliseconds) * 1000).toFixed(0)}/s; ms each: ${each}; together ${(sum / count).toFixed(2)}`,
    )
  }
  try {
    const left = [...cluster.copies]
    // Not measured: until each copy has compiled its code and filled its caches.
    for (let round = 0; round < WARM_UPS; round++) {
      await sell({ url: cluster.url, db, count: sales, terminals })
      await lists(cluster.url, LISTS)
    }
    for (; left.length > 0; await left.pop()?.stop()) {
      await delay(SETTLED_MS)
      await waitFor('a ready copy', () => fetch(`${cluster.url}/readyz`).then(({ ok }) => ok))
      tell(left.length === 1 ? '1 copy' : `${left.length} copies`)
      let before = timesOf(cluster)
      const sold = await sell({
        url: cluster.url,
        db,
        count: sales,
        terminals,
        onBegin: () => {
          before = timesOf(cluster)
        },
      })
      const [first, last] = [
        Math.min(...sold.map(({ sentAt }) => sentAt)),
        Math.max(...sold.map(({ answeredAt }) => answeredAt)),
      ]
      line('sales', sold.length, last - first, less(timesOf(cluster), before))
      wrong.push(...(await wrongSales(db, sold)))
      before = timesOf(cluster)
      const milliseconds = await lists(cluster.url, LISTS)
      line('lists', LISTS, milliseconds, less(timesOf(cluster), before))
    }
    return wrong
  } finally {
    await db.close()
  }
}

const less = (times: Times, before: Times): Times =>
  Object.fromEntries(PARTS.map((part) => [part, times[part] - before[part]])) as Times

/** Reads so many pages of members as several managers' browsers; returns the time in ms. */
async function lists(url: string, count: number): Promise<number> {
  const { result } = await createClient(api, transport(url)).signIn.login({
    body: { username: 'manager', password: DEMO_PASSWORD },
  })
  const manager = createClient(api, transport(url, result.token))
  await manager.signIn.selectDepart({ body: { orgCode: STORE } })
  let open = count
  const begun = performance.now()
  const read = async (): Promise<void> => {
    while (open-- > 0) await manager.memberRecords.list({ query: { pageSize: 20 } })
  }
  await Promise.all(Array.from({ length: READERS }, read))
  return performance.now() - begun
}
