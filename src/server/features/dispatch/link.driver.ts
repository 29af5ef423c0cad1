import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { endDueRun } from '#server/features/vehicles/index.ts'
import { announceLap, countLap } from './laps.service.ts'
import type { RunOrder, VehicleLink, VehicleReport } from './vehicle.link.ts'

/** Changes that follow each other at once are read together. */
const TOGETHER_MS = 50
/** Reading all runs of a store takes at most this share of the time: the more there are, the rarer. */
const SHARE_OF_TIME = 0.02
const RARELY_MS = 5000

/** The runs that a push names, by their ids. */
const runsIn = (said: unknown): string[] => {
  const { runs = '' } = (said ?? {}) as Record<string, string>
  return runs.split(',').filter(Boolean)
}

interface ReadRun extends RunOrder {
  isGoing: boolean
}

const sameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

export interface LinkDriver {
  /** Tells the vehicles of a store, or of all, what has changed since they were told last. */
  sync(orgCode?: string): Promise<void>
  /** Does what a vehicle's report asks for. */
  handleReport(report: VehicleReport): Promise<void>
  close(): Promise<void>
}

/**
 * Drives the vehicles by what is committed: it compares the runs that go on with what it has told the link, and says the difference. Runs
 * that a push names are looked at at once; all of a store, which finds what nobody has named, as often as it is no burden. At its start it
 * knows nothing, so that after a kill every run is told anew, and those whose time has passed meanwhile end at once. Each copy of the
 * server drives; commands and reports that come twice change nothing.
 */
export function createLinkDriver(
  deps: Pick<Deps, 'db' | 'clock' | 'realtime' | 'bus' | 'log'>,
  link: VehicleLink,
): LinkDriver {
  const { db, clock, realtime, bus, log } = deps
  const told = new Map<string, RunOrder>()
  const waiting = new Map<string, NodeJS.Timeout>()
  /** The runs of each store that were said to have changed. */
  const named = new Map<string, Set<string>>()
  /** When all runs of a store are to be read next at the earliest. */
  const readNext = new Map<string, number>()
  const working = new Set<Promise<void>>()
  const hearing = new Map<string, Promise<void>>()
  let following: Promise<void> = Promise.resolve()
  let isClosed = false

  const read = (which: RawBuilder<unknown>): Promise<ReadRun[]> =>
    db.scoped(EVERY_STORE, async (trx) => {
      const { rows } = await sql<ReadRun>`
        select id as run_id, vehicle_id, org_code, laps, laps_done, ends_at, delay_seconds, slowed,
          stopped_by <> '' as is_called_back, state = 'RUNNING' as is_going
        from run where ${which}`.execute(trx)
      return rows
    })

  const tell = (order: RunOrder): void => {
    const before = told.get(order.runId)
    told.set(order.runId, order)
    if (!before) {
      link.start(order)
      if (order.slowed) link.slow(order)
      return
    }
    if (before.slowed !== order.slowed) link.slow(order)
    if (order.isCalledBack && !before.isCalledBack) link.stop(order, false)
    else if (before.laps !== order.laps || !sameTime(before.endsAt, order.endsAt)) link.extend(order)
  }

  const end = (order: RunOrder): void => {
    told.delete(order.runId)
    link.stop(order, true)
  }

  const compareAll = async (orgCode?: string): Promise<void> => {
    const begun = performance.now()
    const here = orgCode === undefined ? sql`` : sql`and org_code = ${orgCode}`
    const going = await read(sql`state = 'RUNNING' ${here}`)
    if (isClosed) return
    const ids = new Set(going.map(({ runId }) => runId))
    for (const order of [...told.values()]) {
      if ((orgCode === undefined || order.orgCode === orgCode) && !ids.has(order.runId)) end(order)
    }
    for (const order of going) tell(order)
    if (orgCode === undefined) return
    const now = performance.now()
    readNext.set(orgCode, now + Math.min(RARELY_MS, (now - begun) / SHARE_OF_TIME))
  }

  const compareNamed = async (orgCode: string): Promise<void> => {
    const ids = [...(named.get(orgCode) ?? [])]
    named.delete(orgCode)
    const runs = await read(sql`id = any (${ids}::uuid[]) and org_code = ${orgCode}`)
    if (isClosed) return
    for (const run of runs) {
      if (run.isGoing) tell(run)
      else if (told.has(run.runId)) end(run)
    }
  }

  /** One after the other: what was read earlier must not be told later. */
  const inTurn = (compare: () => Promise<void>): Promise<void> => {
    const done = following.then(compare)
    following = done.catch(() => undefined)
    return done
  }
  const follow = (orgCode?: string): Promise<void> => inTurn(() => compareAll(orgCode))

  const hear = async (report: VehicleReport): Promise<void> => {
    if (report.kind === 'time') {
      await endDueRun(deps, report.vehicleId, report.orgCode)
      return
    }
    const { lap, confirm: kept } = report
    const counted = await db.scoped(EVERY_STORE, (trx) => countLap(trx, lap, clock(), report.vehicleId))
    kept(counted.outcome)
    await announceLap(deps, lap, counted)
    if (counted.outcome !== 'known') await realtime.publish({ topic: 'vehicles', orgCode: lap.orgCode })
  }

  /** Work that nobody waits for, but for the end of the server. */
  const inBackground = (work: () => Promise<void>): Promise<void> => {
    const done = work()
      .catch((error: unknown) => log.warn({ err: error }, 'a vehicle could not be driven'))
      .finally(() => working.delete(done))
    working.add(done)
    return done
  }

  /** Does it once, however often it is asked for until then. */
  const soon = (what: string, ms: number, work: () => Promise<void>): void => {
    if (waiting.has(what)) return
    const go = (): void => {
      waiting.delete(what)
      void inBackground(work)
    }
    waiting.set(what, setTimeout(go, ms).unref())
  }

  bus.listen(({ kind, topic, orgCode, said }) => {
    if (isClosed || kind !== 'changed' || (topic !== 'vehicles' && topic !== 'floor')) return
    const store = String(orgCode)
    const runs = runsIn(said)
    if (runs.length === 0) {
      const wait = (readNext.get(store) ?? 0) - performance.now()
      soon(store, Math.max(TOGETHER_MS, wait), () => follow(store))
      return
    }
    named.set(store, new Set([...(named.get(store) ?? []), ...runs]))
    soon(`runs of ${store}`, TOGETHER_MS, () => inTurn(() => compareNamed(store)))
  })
  link.onReport((report) => {
    if (isClosed) return
    // Of one vehicle in their order: the lap before the last one must be counted before the run ends.
    const before = hearing.get(report.vehicleId) ?? Promise.resolve()
    const done = inBackground(() => before.then(() => hear(report)))
    hearing.set(report.vehicleId, done)
    void done.then(() => {
      if (hearing.get(report.vehicleId) === done) hearing.delete(report.vehicleId)
    })
  })

  return {
    sync: follow,
    handleReport: hear,
    async close() {
      isClosed = true
      for (const timer of waiting.values()) clearTimeout(timer)
      link.close()
      await Promise.all(working)
    },
  }
}
