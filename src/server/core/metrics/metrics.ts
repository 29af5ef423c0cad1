import { availableParallelism, cpus, hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** From this duration on a statement is slow. */
export const SLOW_STATEMENT_MS = 500
const MAX_SLOW = 50
const MAX_STATEMENT_LENGTH = 1000
/** The shortest time over which the use of processors is measured. */
const SHORTEST_MS = 500
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** A statement that took long; its values are left out. */
export interface SlowStatement {
  at: Date
  milliseconds: number
  statement: string
}

/** The use of processors since the measurement before, from 0 to 1. */
interface ProcessorUse {
  process: number
  system: number
}

/**
 * The figures of this copy of the server, for `/metrics` and for the monitors: a figure that both show has one source, so it has one
 * value.
 */
export interface Metrics {
  register: Registry
  /** Begins with the figures of the process, such as garbage collections; it cannot be ended. */
  collect(): void
  /** Names this copy: figures of other copies differ. */
  copy: string
  /** A figure that is read when it is asked for; without a value it is left out. */
  gauge(name: string, help: string, read: () => number): void
  gauges(name: string, help: string, labels: readonly string[], read: () => Promise<LabelledValue[]>): void
  /** The answered requests, changed by `watchHttp`. */
  http: HttpTotals
  durations: Histogram<'method' | 'route' | 'status'>
  /** Highest delay of the event loop in ms since the last call of `restart`. */
  loop: { highest(): number; restart(): void }
  processors(): ProcessorUse
  /** Called with each statement of the database. */
  statement(text: string, milliseconds: number): void
  /** The last slow statements, the newest first. */
  slowStatements(): SlowStatement[]
  close(): void
}

export interface LabelledValue {
  labels: Record<string, string>
  value: number
}

export interface HttpTotals {
  requests: number
  /** Answered with a status from 500 on. */
  failures: number
  seconds: number
  longestSeconds: number
  connections: number
  sentBytes(): number
}

/** A statement without its values: parameters are not in its text, and literals are replaced. */
export const withoutValues = (text: string): string =>
  text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replace(/e?'(?:[^'\\]|''|\\.)*'/gi, '?')
    .replace(/(?<![\w$.])\d+(?:\.\d+)?(?!\w)/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_STATEMENT_LENGTH)

function processorMeter(): () => ProcessorUse {
  const read = () => {
    const times = cpus().map(({ times: one }) => one)
    const idle = times.reduce((sum, one) => sum + one.idle, 0)
    const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle)
    const { user, system } = process.cpuUsage()
    return { at: performance.now(), idle, all, own: (user + system) / 1000 }
  }
  let before = read()
  let last: ProcessorUse = { process: 0, system: 0 }
  return () => {
    const now = read()
    const passed = now.at - before.at
    if (passed < SHORTEST_MS) return last
    const share = (value: number) => Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0))
    last = {
      process: share((now.own - before.own) / (passed * availableParallelism())),
      system: share(1 - (now.idle - before.idle) / (now.all - before.all)),
    }
    before = now
    return last
  }
}

/** The metrics of one copy of the server. `clock` is the server's. */
export function createMetrics(clock: () => Date): Metrics {
  const register = new Registry()
  let isCollecting = false
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const slow: SlowStatement[] = []
  const gauges: Metrics['gauges'] = (name, help, labelNames, read) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [register],
      async collect() {
        const values = await read().catch(() => [])
        gauge.reset()
        for (const { labels, value } of values) gauge.set(labels, value)
      },
    })
  }
  return {
    register,
    collect() {
      if (!isCollecting) collectDefaultMetrics({ register })
      isCollecting = true
    },
    copy: `${hostname()} #${process.pid}`,
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [register],
        collect() {
          this.set(read())
        },
      })
    },
    gauges,
    http: { requests: 0, failures: 0, seconds: 0, longestSeconds: 0, connections: 0, sentBytes: () => 0 },
    durations: new Histogram({
      name: 'pitlane_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: BUCKETS,
      registers: [register],
    }),
    loop: { highest: () => loop.max / 1e6 || 0, restart: () => loop.reset() },
    processors: processorMeter(),
    statement(text, milliseconds) {
      if (milliseconds < SLOW_STATEMENT_MS) return
      slow.unshift({ at: clock(), milliseconds: Math.round(milliseconds), statement: withoutValues(text) })
      slow.length = Math.min(slow.length, MAX_SLOW)
    },
    slowStatements: () => [...slow],
    close() {
      loop.disable()
      register.clear()
    },
  }
}
