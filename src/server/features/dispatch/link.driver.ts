import { type RawBuilder, sql } from 'kysely'
import type { Changed } from '#server/core/realtime/realtime.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { endDueRun } from '#server/features/vehicles/index.ts'
import { announceLap, countLap } from './laps.service.ts'
import type { RunOrder, VehicleLink, VehicleReport } from './vehicle.link.ts'

/** Changes within this time are read together. */
const BATCH_MS = 50
/** Reading all runs of a store takes at most this share of the time; more runs are read less often. */
const MAX_LOAD = 0.02
const MAX_INTERVAL_MS = 5000

/** The ids of the runs that a push names. */
const runsIn = ({ details }: Changed): string[] => (details?.runs ?? '').split(',').filter(Boolean)

interface ReadRun extends RunOrder {
  isActive: boolean
}

const sameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

export interface LinkDriver {
  /** Sends the vehicles of a store, or of all, the changes since the last call. */
  sync(orgCode?: string): Promise<void>
  /** Processes a report of a vehicle. */
  handleReport(report: VehicleReport): Promise<void>
  close(): Promise<void>
}

/**
 * Drives vehicles by the committed state of runs: compares active runs with the orders sent, and sends the differences. Runs that a push
 * names are compared at once. All runs of a store are compared as often as the load permits, which finds changes without names.
 *
 * It starts without state, so that after a crash every run is ordered again, and runs whose time has passed end at once. Each copy of the
 * server drives; repeated commands and reports change nothing.
 */
export function createLinkDriver(
  deps: Pick<Deps, 'db' | 'clock' | 'realtime' | 'bus' | 'log'>,
  link: VehicleLink,
): LinkDriver {
  const { db, clock, realtime, bus, log } = deps
  const sentOrders = new Map<string, RunOrder>()
  const timers = new Map<string, NodeJS.Timeout>()
  /** By store: ids of runs that pushes have named. */
  const namedRuns = new Map<string, Set<string>>()
  /** By store: earliest time of the next comparison of all runs. */
  const nextComparison = new Map<string, number>()
  const backgroundWork = new Set<Promise<void>>()
  const lastReport = new Map<string, Promise<void>>()
  let lastComparison: Promise<void> = Promise.resolve()
  let isClosed = false

  const read = (which: RawBuilder<unknown>): Promise<ReadRun[]> =>
    db.scoped(EVERY_STORE, async (trx) => {
      const { rows } = await sql<ReadRun>`
        select id as run_id, vehicle_id, org_code, laps, laps_done, ends_at, delay_seconds, slowed,
          stopped_by <> '' as is_called_back, state = 'RUNNING' as is_active
        from run where ${which}`.execute(trx)
      return rows
    })

  const sendOrder = (order: RunOrder): void => {
    const before = sentOrders.get(order.runId)
    sentOrders.set(order.runId, order)
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
    sentOrders.delete(order.runId)
    link.stop(order, true)
  }

  const compareAll = async (orgCode?: string): Promise<void> => {
    const begun = performance.now()
    const ofStore = orgCode === undefined ? sql`` : sql`and org_code = ${orgCode}`
    const activeRuns = await read(sql`state = 'RUNNING' ${ofStore}`)
    if (isClosed) return
    const ids = new Set(activeRuns.map(({ runId }) => runId))
    for (const order of [...sentOrders.values()]) {
      if ((orgCode === undefined || order.orgCode === orgCode) && !ids.has(order.runId)) end(order)
    }
    for (const order of activeRuns) sendOrder(order)
    if (orgCode === undefined) return
    const now = performance.now()
    nextComparison.set(orgCode, now + Math.min(MAX_INTERVAL_MS, (now - begun) / MAX_LOAD))
  }

  const compareNamed = async (orgCode: string): Promise<void> => {
    const ids = [...(namedRuns.get(orgCode) ?? [])]
    namedRuns.delete(orgCode)
    const runs = await read(sql`id = any (${ids}::uuid[]) and org_code = ${orgCode}`)
    if (isClosed) return
    for (const run of runs) {
      if (run.isActive) sendOrder(run)
      else if (sentOrders.has(run.runId)) end(run)
    }
  }

  /** Sequential, so that older data is never sent after newer. */
  const serialize = (compare: () => Promise<void>): Promise<void> => {
    const done = lastComparison.then(compare)
    lastComparison = done.catch(() => undefined)
    return done
  }
  const follow = (orgCode?: string): Promise<void> => serialize(() => compareAll(orgCode))

  const handleReport = async (report: VehicleReport): Promise<void> => {
    if (report.kind === 'time') {
      await endDueRun(deps, report.vehicleId, report.orgCode)
      return
    }
    const { lap, confirm } = report
    const counted = await db.scoped(EVERY_STORE, (trx) => countLap(trx, lap, clock(), report.vehicleId))
    confirm(counted.outcome)
    await announceLap(deps, lap, counted)
    if (counted.outcome !== 'known') await realtime.publish({ topic: 'vehicles', orgCode: lap.orgCode })
  }

  /** Runs work in the background; `close` waits for it. */
  const inBackground = (work: () => Promise<void>): Promise<void> => {
    const done = work()
      .catch((error: unknown) => log.warn({ err: error }, 'a vehicle could not be driven'))
      .finally(() => backgroundWork.delete(done))
    backgroundWork.add(done)
    return done
  }

  /** Schedules work after `ms`, once per key. */
  const schedule = (key: string, ms: number, work: () => Promise<void>): void => {
    if (timers.has(key)) return
    const go = (): void => {
      timers.delete(key)
      void inBackground(work)
    }
    timers.set(key, setTimeout(go, ms).unref())
  }

  bus.listen((message) => {
    if (isClosed || message.kind !== 'changed') return
    const { topic, orgCode: store } = message
    if (topic !== 'vehicles' && topic !== 'floor') return
    const runs = runsIn(message)
    if (runs.length === 0) {
      const wait = (nextComparison.get(store) ?? 0) - performance.now()
      schedule(store, Math.max(BATCH_MS, wait), () => follow(store))
      return
    }
    namedRuns.set(store, new Set([...(namedRuns.get(store) ?? []), ...runs]))
    schedule(`runs of ${store}`, BATCH_MS, () => serialize(() => compareNamed(store)))
  })
  link.onReport((report) => {
    if (isClosed) return
    // In order for each vehicle: the lap before the last must be counted before the run ends.
    const before = lastReport.get(report.vehicleId) ?? Promise.resolve()
    const done = inBackground(() => before.then(() => handleReport(report)))
    lastReport.set(report.vehicleId, done)
    void done.then(() => {
      if (lastReport.get(report.vehicleId) === done) lastReport.delete(report.vehicleId)
    })
  })

  return {
    sync: follow,
    handleReport,
    async close() {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      link.close()
      await Promise.all(backgroundWork)
    },
  }
}
