import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import type { Metric as PromMetric } from 'prom-client'
import type { Deps } from '#server/core/slice.ts'
import type { Metric } from '#shared/features/monitors/monitors.contract.ts'
import type { SharedStore } from './shared-store.repository.ts'

type Measurements = Metric['measurements']

/** A figure by the family's name; the text `figure.<name>` says what it means here. */
export interface Figure {
  group: 'jvm' | 'tomcat' | 'system'
  baseUnit: string
  read(): Measurements | Promise<Measurements>
}

/** Node's own number of threads for work beside JavaScript. */
const THREAD_POOL = 4

/** A number of this process from `/proc`; `otherwise` where there is none. */
function fromLinux(file: 'status' | 'limits', pattern: RegExp, otherwise: number): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/self/${file}`, 'utf8'))?.[1] ?? otherwise)
  } catch {
    return otherwise
  }
}

const threads = (): number => fromLinux('status', /^Threads:\s+(\d+)/m, 1 + THREAD_POOL)
const mostFiles = (): number => fromLinux('limits', /^Max open files\s+(\d+)/m, 0)
const oldSpace = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')

/** Every figure of the family's monitor pages: they ask for all of a page at once and show nothing if one is missing. */
export function figuresOf(
  { metrics, realtime, clock }: Deps,
  store: () => Promise<SharedStore>,
): ReadonlyMap<string, Figure> {
  const one = (value: number): Measurements => [{ statistic: 'VALUE', value }]
  let mostThreads = 0
  let mostSignedIn = 0
  const liveThreads = () => {
    mostThreads = Math.max(mostThreads, threads())
    return threads()
  }
  /** Values of a metric that `/metrics` shows too. */
  const shownAs = async (name: string) => {
    metrics.collect()
    const metric = metrics.register.getSingleMetric(name) as PromMetric | undefined
    return (await metric?.get())?.values ?? []
  }
  const collections = async (): Promise<Measurements> => {
    const values = await shownAs('nodejs_gc_duration_seconds')
    const total = (end: string) =>
      values.reduce((sum, { value, ...rest }) => {
        const { metricName = '' } = rest as { metricName?: string }
        return metricName.endsWith(end) ? sum + value : sum
      }, 0)
    return [
      { statistic: 'COUNT', value: total('_count') },
      { statistic: 'TOTAL_TIME', value: total('_sum') },
    ]
  }
  const signedIn = async () => {
    const { signedIn: count } = await store()
    mostSignedIn = Math.max(mostSignedIn, count)
    return count
  }
  const group = (name: Figure['group']) => (key: string, baseUnit: string, read: Figure['read']) =>
    [key, { group: name, baseUnit, read }] as const
  const jvm = group('jvm')
  const tomcat = group('tomcat')
  const system = group('system')
  return new Map<string, Figure>([
    jvm('jvm.memory.max', 'bytes', () => one(getHeapStatistics().heap_size_limit)),
    jvm('jvm.memory.committed', 'bytes', () => one(process.memoryUsage().heapTotal)),
    jvm('jvm.memory.used', 'bytes', () => one(process.memoryUsage().heapUsed)),
    jvm('jvm.buffer.memory.used', 'bytes', () => one(process.memoryUsage().arrayBuffers)),
    jvm('jvm.buffer.count', 'handles', () => one(process.getActiveResourcesInfo().length)),
    jvm('jvm.threads.daemon', 'threads', () => one(THREAD_POOL)),
    jvm('jvm.threads.live', 'threads', () => one(liveThreads())),
    jvm('jvm.threads.peak', 'threads', () => {
      liveThreads()
      return one(mostThreads)
    }),
    jvm('jvm.classes.loaded', 'contexts', () => one(getHeapStatistics().number_of_native_contexts)),
    jvm('jvm.classes.unloaded', 'contexts', () => one(getHeapStatistics().number_of_detached_contexts)),
    jvm('jvm.gc.memory.allocated', 'bytes', () => one(getHeapStatistics().malloced_memory)),
    jvm('jvm.gc.memory.promoted', 'bytes', () => one(oldSpace()?.space_size ?? 0)),
    jvm('jvm.gc.max.data.size', 'bytes', () => one(getHeapStatistics().total_available_size)),
    jvm('jvm.gc.live.data.size', 'bytes', () => one(oldSpace()?.space_used_size ?? 0)),
    jvm('jvm.gc.pause', 'seconds', collections),

    tomcat('tomcat.sessions.created', 'sessions', async () => one((await store()).signIns)),
    tomcat('tomcat.sessions.expired', 'sessions', async () => one((await store()).endedSignIns)),
    tomcat('tomcat.sessions.active.current', 'sessions', async () => one(await signedIn())),
    tomcat('tomcat.sessions.active.max', 'sessions', async () => {
      await signedIn()
      return one(mostSignedIn)
    }),
    tomcat('tomcat.sessions.rejected', 'sessions', async () => one((await store()).refusedSignIns)),
    tomcat('tomcat.global.sent', 'bytes', () => one(metrics.http.sentBytes())),
    tomcat('tomcat.global.request.max', 'seconds', () => one(metrics.http.longestSeconds)),
    tomcat('tomcat.global.request', 'seconds', () => [
      { statistic: 'COUNT', value: metrics.http.requests },
      { statistic: 'TOTAL_TIME', value: metrics.http.seconds },
    ]),
    tomcat('tomcat.threads.current', 'connections', () => one(metrics.http.connections)),
    tomcat('tomcat.threads.config.max', 'connections', () => one(mostFiles())),
    tomcat('pitlane.websockets', 'sockets', () => one(realtime.count())),

    system('system.cpu.count', '', () => one(availableParallelism())),
    system('system.cpu.usage', '', () => one(metrics.processors().system)),
    system('process.start.time', 'seconds', () => one(Math.round(clock().getTime() / 1000 - process.uptime()))),
    system('process.uptime', 'seconds', () => one(process.uptime())),
    system('process.cpu.usage', '', () => one(metrics.processors().process)),
  ])
}
