import { setTimeout as delay } from 'node:timers/promises'
import { waitFor } from '#tests/cluster/cluster.ts'
import { type Order, startVenueServer, type VenueServer } from '#tests/simulate/venue-server.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import type { Chance } from '#tests/walks/random.ts'
import type { Machines } from './machines.ts'

/** The copies of a venue's server behind the proxy, used like one server, and the faults of everything around them. */
export interface Copies extends Pick<VenueServer, 'url' | 'logs' | 'unasked' | 'up' | 'tell' | 'kill' | 'stop'> {
  faults: Readonly<Record<string, (chance: Chance) => void>>
  /** Lets all faults end, and waits until every part works again. */
  mend(): Promise<void>
}

interface Options {
  machines: Machines
  /** The address of the venue's database for the server's role, on the primary. */
  directUrl: string
  dataDir: string
  ahead: () => number
  program: string
  /** How far the clock of a copy may be from the others', in ms. */
  apart: number
}

interface One {
  server: VenueServer
  ways: { pooled: Cuttable; direct: Cuttable }
  apart: number
}

/** A client that was refused does not ask again at once. */
const BREATH_MS = 150
const AGAIN_MS = 300
/** All copies may start at once, on a machine that many days share. */
const PATIENT_MS = 300_000

export async function startCopies({ machines, directUrl, dataDir, ahead, program, apart }: Options): Promise<Copies> {
  const { proxy, pooler, copyPorts, fillDisk } = machines
  const all: One[] = []
  const { username, password, pathname } = new URL(directUrl)
  const replicaUrl = Object.assign(new URL(proxy.onStandby(pathname.slice(1))), { username, password }).href
  for (const port of copyPorts) {
    const ways = { pooled: await cuttable(pooler.through(directUrl)), direct: await cuttable(directUrl) }
    const one: Omit<One, 'server'> = { ways, apart: 0 }
    const copy = { port, directUrl: ways.direct.url, replicaUrl, env: { PITLANE_TRUSTED_PROXIES: '127.0.0.1' } }
    const server = await startVenueServer(ways.pooled.url, dataDir, () => ahead() + one.apart, program, copy)
    all.push(Object.assign(one, { server }))
  }
  await isReady()

  async function isReady(): Promise<void> {
    await waitFor('a ready copy behind the proxy', () => answers(proxy.url), PATIENT_MS)
  }

  /** What is under way, by the part that it happens to: each part has one fault at a time. */
  const lanes = new Map<unknown, Promise<void>>()
  const troubles: unknown[] = []
  function at(part: unknown, fault: () => Promise<unknown>): void {
    const before = lanes.get(part) ?? Promise.resolve()
    const work = before.then(fault).then(
      () => undefined,
      (error: unknown) => void troubles.push(error),
    )
    lanes.set(part, work)
  }
  async function allLanes(): Promise<void> {
    await Promise.all(lanes.values())
    lanes.clear()
    if (troubles.length > 0) throw new Error('a fault could not be mended', { cause: troubles.splice(0)[0] })
  }

  /** Sends an order to a copy, also when it has just been killed. */
  async function order(one: One, what: Omit<Order, 'number'>): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await one.server.tell(what)
      } catch (error) {
        if (tries === 20) throw error
        await delay(AGAIN_MS)
      }
  }

  const forSome = async (chance: Chance, way: Cuttable, begin: 'cut' | 'silence' | 'hold'): Promise<void> => {
    way[begin]()
    await delay(chance.between(500, 8000))
    if (begin === 'hold') return way.release()
    // What was silent is reset at last, as by a gateway that has forgotten the connections.
    if (begin === 'silence') way.cut()
    await way.mend()
  }

  const faults: Copies['faults'] = {
    copyKill: (chance) => {
      const { server } = chance.oneOf(all)
      at(server, () => server.kill())
    },
    copyPause: (chance) => {
      const { server } = chance.oneOf(all)
      const pause = chance.between(500, 9000)
      at(server, async () => {
        await server.up()
        server.pause()
        await delay(pause)
        server.resume()
      })
    },
    rolling: () => {
      at('rolling', async () => {
        for (const { server } of all) {
          at(server, () => server.restart())
          await lanes.get(server)
          await isReady()
        }
      })
    },
    poolerKill: (chance) => {
      const away = chance.between(0, 4000)
      at(pooler, async () => {
        await pooler.kill()
        await delay(away)
        await pooler.start()
      })
    },
    standbyHold: (chance) => {
      const time = chance.between(500, 7000)
      at(machines, () => machines.holdStandby(time))
    },
    standbyKill: (chance) => {
      const patience = chance.between(500, 4000)
      at(machines, () => machines.loseStandby(patience))
    },
    primaryKill: (chance) => {
      const patience = chance.between(0, 5000)
      at(machines, () => machines.losePrimary(false, patience))
    },
    primaryPause: (chance) => {
      const patience = chance.between(500, 9000)
      at(machines, () => machines.losePrimary(true, patience))
    },
    ...(fillDisk && {
      primaryFull: (chance: Chance) => {
        const [isLogFull, milliseconds] = [chance.happens(0.5), chance.between(500, 8000)]
        at(machines, () => fillDisk({ which: 'primary', isLogFull, milliseconds }))
      },
      standbyFull: (chance: Chance) => {
        const [isLogFull, milliseconds] = [chance.happens(0.5), chance.between(500, 8000)]
        at(machines, () => fillDisk({ which: 'standby', isLogFull, milliseconds }))
      },
    }),
    wayOfCopy: (chance) => {
      const { ways } = chance.oneOf(all)
      const [way, begin, own] = [
        chance.happens(0.7) ? ways.pooled : ways.direct,
        chance.oneOf(['cut', 'silence', 'hold'] as const),
        chance.fork(),
      ]
      at(way, () => forSome(own, way, begin))
    },
    clocksApart: (chance) => {
      for (const one of all) {
        one.apart = chance.between(-apart, apart)
        at(one.server, () => order(one, {}))
      }
    },
  }

  return {
    get url() {
      return proxy.url
    },
    get logs() {
      return all.flatMap(({ server }) => server.logs)
    },
    get unasked() {
      return all.flatMap(({ server }) => server.unasked)
    },
    faults,
    async up() {
      await delay(BREATH_MS)
      await isReady()
    },
    async tell(what) {
      const { jobs, ...clock } = what
      // The clock of all moves at one moment, or nearly: no copy is left behind because it is being started.
      await Promise.all(all.map(({ server }) => server.up()))
      await Promise.all(all.map((one) => order(one, clock)))
      const [first] = all
      if (jobs && first) await first.server.tell({ jobs })
    },
    /** Kills all copies, as when they share a machine. */
    async kill() {
      for (const { server } of all) at(server, () => server.kill())
      await Promise.all(all.map(({ server }) => lanes.get(server)))
    },
    async mend() {
      await allLanes()
      for (const one of all) one.apart = 0
      for (const { server } of all) await waitFor('each copy', () => answers(server.url), PATIENT_MS)
      await isReady()
      await Promise.all(all.map((one) => order(one, {})))
    },
    async stop() {
      await allLanes().catch(() => undefined)
      for (const { server, ways } of all) {
        await server.stop()
        ways.pooled.close()
        ways.direct.close()
      }
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(({ ok }) => ok)
