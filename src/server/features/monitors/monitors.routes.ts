import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { platformOnly } from '#server/core/auth/platform.ts'
import { mount } from '#server/core/http/mount.ts'
import { SLOW_STATEMENT_MS } from '#server/core/metrics/metrics.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { monitors } from '#shared/features/monitors/monitors.contract.ts'
import { type Locale, type TextKey, text } from '#shared/i18n/catalogue.ts'
import { disksOf } from './disks.service.ts'
import { type Figure, figuresOf } from './figures.service.ts'
import { keepHistory } from './history.service.ts'
import { type SharedStore, sharedStore } from './shared-store.repository.ts'
import { recordTraces } from './traces.service.ts'

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** The lines of the page that the family calls Redis. */
function linesOf(store: SharedStore, isConnected: boolean, copy: string, locale: Locale) {
  const yesNo = text(locale, isConnected ? 'monitor.yes' : 'monitor.no')
  const line = (key: string, value: string | number, name: Parameters<typeof text>[1]) => ({
    key,
    value: String(value),
    description: text(locale, name),
  })
  return [
    line('copy', copy, 'monitor.copy'),
    line('server_version', store.version, 'monitor.store.version'),
    line('started_at', toWireTime(store.startedAt), 'monitor.store.startedAt'),
    line('connections', `${store.connections} / ${store.mostConnections}`, 'monitor.store.connections'),
    line('database_bytes', store.databaseBytes, 'monitor.store.databaseBytes'),
    line('listening', yesNo, 'monitor.store.listening'),
    line('notify_queue', percent(store.notifyUse), 'monitor.store.notifyUse'),
    line('job_bytes', store.jobBytes, 'monitor.store.jobBytes'),
    ...store.jobs.map(({ queue, state, count }) => line(`jobs ${queue} ${state}`, count, 'monitor.store.jobs')),
  ]
}

const queued = ({ jobs }: SharedStore): number => jobs.reduce((sum, { count }) => sum + count, 0)

export function monitorsRoutes(app: FastifyInstance, deps: Deps): void {
  const { metrics, clock, config, bus } = deps
  const store = sharedStore(deps)
  const figures = figuresOf(deps, store)
  const history = keepHistory(deps)
  const traces = recordTraces(app, deps)
  app.addHook('onClose', async () => history.close())

  metrics.gauge(
    'pitlane_process_cpu_usage',
    'Use of all processors by this copy, from 0 to 1',
    () => metrics.processors().process,
  )
  metrics.gauge('pitlane_system_cpu_usage', 'Use of all processors, from 0 to 1', () => metrics.processors().system)
  metrics.gauge(
    'pitlane_heap_limit_bytes',
    'How large the heap of this copy may become',
    () => getHeapStatistics().heap_size_limit,
  )
  metrics.gauges('pitlane_jobs', 'Background jobs that are queued, running or failed', ['queue', 'state'], async () =>
    (await store()).jobs.map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
  )
  metrics.gauges('pitlane_signed_in', 'Signed-in users on all copies', [], async () => [
    { labels: {}, value: (await store()).signedIn },
  ])
  metrics.gauges(
    'pitlane_disk_bytes',
    'Size and free space of the disks that the server writes to',
    ['disk', 'kind'],
    async () =>
      (await disksOf(config)).flatMap(({ name, max, rest }) => [
        { labels: { disk: name, kind: 'size' }, value: max },
        { labels: { disk: name, kind: 'free' }, value: rest },
      ]),
  )

  const startedAt = () => toWireTime(new Date(clock().getTime() - process.uptime() * 1000))
  const measured = async (name: string, { baseUnit, read }: Figure, locale: Locale) => ({
    name,
    // There is a text for each figure.
    description: text(locale, `figure.${name}` as TextKey),
    baseUnit,
    measurements: await read(),
  })
  const copyTags = [{ tag: 'copy', values: [metrics.copy] }]
  mount(
    app,
    deps,
    monitors,
    platformOnly({
      metric: async ({ params: { name }, ctx }) => {
        const figure = figures.get(name)
        if (!figure) throw new AppError('monitors.unknown', { field: 'name' })
        return { ...(await measured(name, figure, ctx.locale)), availableTags: copyTags }
      },
      trace: async () => ({ copy: metrics.copy, traces: traces() }),
      redisInfo: async ({ ctx }) => linesOf(await store(), bus.connected, metrics.copy, ctx.locale),
      keysSize: async () => ({ create_time: clock().getTime(), dbSize: queued(await store()) }),
      memoryInfo: async () => ({ create_time: clock().getTime(), used_memory: String((await store()).jobBytes) }),
      disks: () => disksOf(config),
      figures: async ({ ctx }) => ({
        copy: metrics.copy,
        startedAt: startedAt(),
        figures: await Promise.all(
          [...figures].map(async ([name, figure]) => ({
            ...(await measured(name, figure, ctx.locale)),
            group: figure.group,
          })),
        ),
      }),
      requests: async () => ({
        copy: metrics.copy,
        startedAt: startedAt(),
        requests: traces().map(({ id, timestamp, request, response, timeTaken }) => ({
          id,
          at: toWireTime(new Date(timestamp)),
          method: request.method,
          uri: request.uri,
          status: response.status,
          address: request.remoteAddress,
          milliseconds: timeTaken,
        })),
      }),
      history: async () => ({
        copy: metrics.copy,
        startedAt: startedAt(),
        takenAt: toWireTime(clock()),
        points: history.points(),
        slow: metrics.slowStatements().map(({ at, ...slow }) => ({ ...slow, at: toWireTime(at) })),
        slowFromMs: SLOW_STATEMENT_MS,
      }),
    }),
  )
}
