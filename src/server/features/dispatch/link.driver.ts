import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { endDueRun } from '#server/features/vehicles/index.ts'
import { announceLap, countLap } from './laps.service.ts'
import type { RunOrder, VehicleLink, VehicleReport } from './vehicle.link.ts'

/** Changes that follow each other at once are read together. */
const TOGETHER_MS = 50

const sameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

export interface LinkDriver {
  /** Tells the vehicles of a store, or of all, what has changed since they were told last. */
  follow(orgCode?: string): Promise<void>
  /** Does what a vehicle's report asks for. */
  hear(report: VehicleReport): Promise<void>
  close(): Promise<void>
}

/**
 * Drives the vehicles by what is committed: it compares the runs that go on with what it has told the link, and says the difference. At
 * its start it knows nothing, so that after a kill every run is told anew, and those whose time has passed meanwhile end at once. Each
 * copy of the server drives; commands and reports that come twice change nothing.
 */
export function createLinkDriver(
  deps: Pick<Deps, 'db' | 'clock' | 'realtime' | 'bus' | 'log'>,
  link: VehicleLink,
): LinkDriver {
  const { db, clock, realtime, bus, log } = deps
  const told = new Map<string, RunOrder>()
  const waiting = new Map<string, NodeJS.Timeout>()
  const working = new Set<Promise<void>>()
  const hearing = new Map<string, Promise<void>>()
  let following: Promise<void> = Promise.resolve()
  let isClosed = false

  const read = (orgCode: string | undefined): Promise<RunOrder[]> =>
    db.scoped(EVERY_STORE, async (trx) => {
      const here = orgCode === undefined ? sql`true` : sql`org_code = ${orgCode}`
      const { rows } =
        await sql<RunOrder>`select id as run_id, vehicle_id, org_code, laps, laps_done, ends_at, delay_seconds, slowed,
        stopped_by <> '' as is_called_back from game_log where state = 'RUNNING' and ${here}`.execute(trx)
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

  const compare = async (orgCode?: string): Promise<void> => {
    const going = await read(orgCode)
    if (isClosed) return
    const ids = new Set(going.map(({ runId }) => runId))
    for (const order of [...told.values()]) {
      if ((orgCode !== undefined && order.orgCode !== orgCode) || ids.has(order.runId)) continue
      told.delete(order.runId)
      link.stop(order, true)
    }
    for (const order of going) tell(order)
  }

  /** One after the other: what was read earlier must not be told later. */
  const follow = (orgCode?: string): Promise<void> => {
    const done = following.then(() => compare(orgCode))
    following = done.catch(() => undefined)
    return done
  }

  const hear = async (report: VehicleReport): Promise<void> => {
    if (report.kind === 'time') {
      await endDueRun(deps, report.vehicleId, report.orgCode)
      return
    }
    const { lap, kept } = report
    const counted = await db.scoped(EVERY_STORE, (trx) => countLap(trx, lap, clock()))
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

  bus.listen(({ kind, topic, orgCode }) => {
    if (isClosed || kind !== 'changed' || (topic !== 'vehicles' && topic !== 'floor')) return
    const store = String(orgCode)
    if (waiting.has(store)) return
    const go = (): void => {
      waiting.delete(store)
      void inBackground(() => follow(store))
    }
    waiting.set(store, setTimeout(go, TOGETHER_MS).unref())
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
    follow,
    hear,
    async close() {
      isClosed = true
      for (const timer of waiting.values()) clearTimeout(timer)
      link.close()
      await Promise.all(working)
    },
  }
}
