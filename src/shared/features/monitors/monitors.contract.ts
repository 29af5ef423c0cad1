import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** The pages of figures, as the API family divides them. */
export const FigureGroup = z.enum(['jvm', 'tomcat', 'system'])

const Measurement = z.object({ statistic: z.string(), value: z.number() })
const Metric = z.object({
  name: z.string(),
  description: z.string(),
  baseUnit: z.string(),
  measurements: z.array(Measurement),
  availableTags: z.array(z.object({ tag: z.string(), values: z.array(z.string()) })),
})
export type Metric = z.infer<typeof Metric>

const HeaderLines = z.record(z.string(), z.array(z.string()))
const Trace = z.object({
  timestamp: z.string(),
  principal: z.null(),
  session: z.null(),
  request: z.object({
    method: z.string(),
    /** The pattern of the call, without values. */
    uri: z.string(),
    headers: HeaderLines,
    remoteAddress: z.string(),
  }),
  response: z.object({ status: z.number(), headers: HeaderLines }),
  timeTaken: z.number(),
})
export type Trace = z.infer<typeof Trace>

const Disk = z.object({
  name: z.string(),
  max: z.number(),
  rest: z.number(),
  /** How much is used, in percent. */
  restPPT: z.number(),
})
export type Disk = z.infer<typeof Disk>

/** One minute of a copy of the server. */
const HistoryPoint = z.object({
  /** `HH:mm` of the server's default zone. */
  minute: z.string(),
  /** From 0 to 1. */
  processCpu: z.number(),
  systemCpu: z.number(),
  heapBytes: z.number(),
  residentBytes: z.number(),
  loopDelayMs: z.number(),
  requests: z.number(),
  failures: z.number(),
  averageMs: z.number(),
  connections: z.number(),
  sockets: z.number(),
  databaseWaiting: z.number(),
})
export type HistoryPoint = z.infer<typeof HistoryPoint>

/** The copy of the server that answers: the others have figures of their own. */
const fromCopy = { copy: z.string(), startedAt: WireTime }

const get = <R extends z.ZodType>(path: `/${string}`, summary: string, result: R) =>
  ({ method: 'GET', path, summary, access: 'monitor:list', result }) as const
const bare = { answers: 'bare' } as const

/** What the server does: for the platform administrator only (`api-family 7`). */
export const monitors = {
  metric: route({
    ...get('/actuator/metrics/:name', 'One figure of this copy, by the family’s name', Metric),
    ...bare,
    params: z.object({ name: exact(100, 1) }),
    labels: { name: 'monitor.figure' },
  }),
  trace: route({
    ...get(
      '/actuator/httptrace',
      'The last requests, without values',
      z.object({ copy: z.string(), traces: z.array(Trace) }),
    ),
    ...bare,
  }),
  redisInfo: route(
    get(
      '/actuator/redis/info',
      'The database behind all copies: its notifications and job queues',
      z.array(z.object({ key: z.string(), value: z.string(), description: z.string() })),
    ),
  ),
  keysSize: route({
    ...get(
      '/actuator/redis/keysSize',
      'The number of queued jobs',
      z.object({ create_time: z.number(), dbSize: z.number() }),
    ),
    ...bare,
  }),
  memoryInfo: route({
    ...get(
      '/actuator/redis/memoryInfo',
      'The size of the job queues in bytes, as text',
      z.object({ create_time: z.number(), used_memory: z.string() }),
    ),
    ...bare,
  }),
  disks: route({
    ...get('/actuator/redis/queryDiskInfo', 'The disks that the server writes to', z.array(Disk)),
    message: 'message.auth.queried',
  }),
  figures: route(
    get(
      '/monitor/figures',
      'All figures of this copy',
      z.object({ ...fromCopy, figures: z.array(Metric.omit({ availableTags: true }).extend({ group: FigureGroup })) }),
    ),
  ),
  requests: route(
    get(
      '/monitor/requests',
      'The last requests of this copy, without values',
      z.object({
        ...fromCopy,
        requests: z
          .array(
            z.object({
              id: z.number(),
              at: WireTime,
              method: z.string(),
              uri: z.string(),
              status: z.number(),
              address: z.string(),
              milliseconds: z.number(),
            }),
          )
          .max(100),
      }),
    ),
  ),
  history: route(
    get(
      '/monitor/history',
      'The last hour of this copy by minute, and its slow statements without values',
      z.object({
        ...fromCopy,
        takenAt: WireTime,
        points: z.array(HistoryPoint).max(61),
        slow: z.array(z.object({ at: WireTime, milliseconds: z.number(), statement: z.string() })),
        slowFromMs: z.number(),
      }),
    ),
  ),
}
