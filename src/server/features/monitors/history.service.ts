import { performance } from 'node:perf_hooks'
import type { Deps } from '#server/core/slice.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import type { HistoryPoint } from '#shared/features/monitors/monitors.contract.ts'

const EVERY_MS = 10_000
/** Samples closer than this are skipped, so that many viewers do not fill the hour. */
const SHORTEST_MS = 2000
const HOUR_MS = 3_600_000
const MAX_SAMPLES = HOUR_MS / SHORTEST_MS

interface Sample extends Omit<HistoryPoint, 'minute' | 'averageMs'> {
  at: Date
  /** Total time of the requests. */
  seconds: number
}

/** The last hour of this copy of the server, in memory only. */
export interface History {
  /** Takes a sample now, and returns the minutes. */
  points(): HistoryPoint[]
  close(): void
}

const sum = (samples: readonly Sample[], read: (sample: Sample) => number) =>
  samples.reduce((total, sample) => total + read(sample), 0)

function pointOf(minute: string, samples: readonly Sample[]): HistoryPoint {
  const average = (read: (sample: Sample) => number) => sum(samples, read) / samples.length
  const highest = (read: (sample: Sample) => number) => Math.max(...samples.map(read))
  const requests = sum(samples, (one) => one.requests)
  return {
    minute,
    processCpu: average((one) => one.processCpu),
    systemCpu: average((one) => one.systemCpu),
    heapBytes: highest((one) => one.heapBytes),
    residentBytes: highest((one) => one.residentBytes),
    loopDelayMs: highest((one) => one.loopDelayMs),
    requests,
    failures: sum(samples, (one) => one.failures),
    averageMs: requests > 0 ? (1000 * sum(samples, (one) => one.seconds)) / requests : 0,
    connections: highest((one) => one.connections),
    sockets: highest((one) => one.sockets),
    databaseWaiting: highest((one) => one.databaseWaiting),
  }
}

/** Samples this copy of the server every ten seconds. */
export function keepHistory({ metrics, realtime, db, clock }: Deps): History {
  const samples: Sample[] = []
  let before = { requests: 0, failures: 0, seconds: 0 }
  let takenAt = Number.NEGATIVE_INFINITY
  const take = () => {
    if (performance.now() - takenAt < SHORTEST_MS) return
    takenAt = performance.now()
    const { requests, failures, seconds, connections } = metrics.http
    const cpu = metrics.processors()
    const memory = process.memoryUsage()
    samples.push({
      at: clock(),
      processCpu: cpu.process,
      systemCpu: cpu.system,
      heapBytes: memory.heapUsed,
      residentBytes: memory.rss,
      loopDelayMs: metrics.loop.highest(),
      requests: requests - before.requests,
      failures: failures - before.failures,
      seconds: seconds - before.seconds,
      connections,
      sockets: realtime.count(),
      databaseWaiting: db.pool.waitingCount + db.listPool.waitingCount,
    })
    before = { requests, failures, seconds }
    metrics.loop.restart()
    const first = clock().getTime() - HOUR_MS
    while (samples.length > MAX_SAMPLES || (samples[0] && samples[0].at.getTime() < first)) samples.shift()
  }
  const timer = setInterval(take, EVERY_MS).unref()
  return {
    points() {
      take()
      const minutes = Map.groupBy(samples, ({ at }) => formatTime(at, DEFAULT_ZONE, 'HH:mm'))
      return [...minutes].map(([minute, taken]) => pointOf(minute, taken))
    },
    close: () => clearInterval(timer),
  }
}
