import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import { createConnection } from '#main/features/connection/connection.ts'
import { createRealtime } from '#renderer/core/realtime.ts'
import { openDatabase } from '#server/db/database.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { api } from '#shared/api.ts'
import { createClient } from '#shared/core/client.ts'
import { transport } from '#tests/support/faults/transport.ts'
import { NO_SHIFTS } from '#tests/support/room.ts'
import { type Cluster, waitFor } from './cluster.ts'
import { sell, wrongSales } from './sales.ts'
import { type WatchedWay, watchedWay } from './watched-way.ts'

interface Options {
  cluster: Cluster
  terminals: number
  /** Sockets of browsers, and as many of terminals. */
  sockets: number
  tell: (line: string) => void
}

/** More than are sold while all copies restart, on any machine. */
const MAX_SALES = 20_000
const SALE_PAUSE_MS = 200
/** Sales before the first restart and after the last one. */
const CALM_MS = 3000
/** Spec §9: sockets are back within 5 s. */
const BACK_MS = 5000

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Restarts all copies, one after the other, while terminals sell; returns what is wrong afterwards. */
export async function rollOver({ cluster, terminals, sockets, tell }: Options): Promise<string[]> {
  await withClient(cluster.ownerUrl, (owner) => owner.query(NO_SHIFTS))
  const db = openDatabase((await appLogin(cluster.ownerUrl)).poolUrl, { size: 3 })
  const open = await openSockets(cluster.url, sockets)
  try {
    await waitFor('all sockets', () => Promise.resolve(open.areOpen()))
    let isOver = false
    const selling = sell({
      url: cluster.url,
      db,
      count: MAX_SALES,
      terminals,
      pauseMs: SALE_PAUSE_MS,
      isEnough: () => isOver,
    })
    await delay(CALM_MS)
    const begun = performance.now()
    for (const copy of cluster.copies) {
      await copy.stop()
      await copy.start()
      tell(`  ${seconds(performance.now() - begun)}: ${copy.name} is back`)
    }
    await delay(CALM_MS)
    isOver = true
    const sold = await selling
    await waitFor('all sockets', () => Promise.resolve(open.areOpen()))
    const again = sold.filter(({ tries }) => tries > 1)
    const times = sold.map(({ sentAt, answeredAt }) => answeredAt - sentAt).sort((one, other) => one - other)
    tell(`${sold.length} sales answered; ${again.length} were sent again under the same key`)
    tell(`time of a sale: median ${seconds(times[times.length >> 1] ?? 0)}, longest ${seconds(times.at(-1) ?? 0)}`)
    const late = open.account(tell)
    return [...late, ...(await wrongSales(db, sold))]
  } finally {
    open.close()
    await db.close()
  }
}

/** Sockets as browsers and terminals hold them, by their own code, each over a way of its own. */
async function openSockets(url: string, count: number) {
  const client = createClient(api, transport(url))
  const { result } = await client.signIn.login({ body: { username: 'cashier', password: DEMO_PASSWORD } })
  const { token, userInfo } = result
  const ways: Record<'browsers' | 'terminals', WatchedWay[]> = { browsers: [], terminals: [] }
  const closers: (() => void)[] = []
  let isOver = false
  for (let index = 0; index < count; index++) {
    const [browser, terminal] = [await watchedWay(url), await watchedWay(url)]
    const address = { url: `${browser.url.replace('http', 'ws')}/websocket/${userInfo.id}`, token }
    const realtime = createRealtime({
      address: () => (isOver ? null : address),
      opened: () => undefined,
      ended: () => undefined,
    })
    realtime.restart()
    const connection = createConnection({
      clock: systemClock,
      log: silentLog,
      serverUrl: () => terminal.url,
      identity: () => ({ userId: userInfo.id, token }),
      onChange: () => undefined,
      onServerTime: () => undefined,
      onPush: () => undefined,
    })
    closers.push(realtime.restart, connection.close, browser.close, terminal.close)
    ways.browsers.push(browser)
    ways.terminals.push(terminal)
  }
  return {
    areOpen: () => Object.values(ways).every((all) => all.every(({ isOpen }) => isOpen)),
    /** Reports how long they were away, and returns those that were away too long. */
    account(tell: Options['tell']): string[] {
      return Object.entries(ways).flatMap(([name, all]) => {
        const gaps = all.flatMap(({ gaps: some }) => some).sort((one, other) => one - other)
        const [median, longest] = [gaps[gaps.length >> 1] ?? 0, gaps.at(-1) ?? 0]
        tell(`${name}: ${gaps.length} sockets closed and back, median ${seconds(median)}, longest ${seconds(longest)}`)
        return longest > BACK_MS ? [`a socket of ${name} was away for ${seconds(longest)}`] : []
      })
    },
    close() {
      isOver = true
      for (const close of closers) close()
    },
  }
}

const silentLog: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
