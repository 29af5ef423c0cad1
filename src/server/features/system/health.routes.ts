import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { watchHttp } from '#server/core/metrics/http-metrics.ts'
import type { Deps } from '#server/core/slice.ts'

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && isIP(address) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(address)

/** Whether a request comes from this machine. A forwarded one does not, although its proxy may run here. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined

/** Liveness, readiness and metrics for operators of the server. */
export function healthRoutes(
  app: FastifyInstance,
  { config, db, standby, bus, draining, realtime, metrics, clock }: Deps,
): void {
  app.get('/healthz', () => ({ status: 'ok', time: clock().toISOString() }))

  app.get('/readyz', async (_request, reply) => {
    const database = await db.call<number>('ready', 'select 1', []).then(
      () => true,
      () => false,
    )
    const ready = database && !draining.begun
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', database, bus: bus.connected })
  })

  watchHttp(app, metrics)
  const { gauge, gauges, register } = metrics
  gauge('pitlane_database_connections', 'Open connections of the pool', () => db.pool.totalCount)
  gauge('pitlane_database_waiting', 'Requests that wait for a connection', () => db.pool.waitingCount)
  gauge('pitlane_list_connections', 'Open connections for lists and workbooks', () => db.listPool.totalCount)
  gauge(
    'pitlane_standby_behind_seconds',
    'How far the standby was behind at the last read',
    () => standby?.behind() ?? Number.NaN,
  )
  gauges('pitlane_standby_reads', 'Reads by how the standby answered them', ['outcome'], async () =>
    Object.entries(standby?.outcomes ?? {}).map(([outcome, value]) => ({ labels: { outcome }, value })),
  )
  gauge('pitlane_websockets', 'Open sockets of this copy', () => realtime.count())
  gauge('pitlane_bus_connected', '1 while messages of other copies arrive', () => (bus.connected ? 1 : 0))
  const ahead = "How far this copy's clock is ahead of the database's, to half a trip there"
  gauges('pitlane_clock_ahead_seconds', ahead, [], async () => {
    const asked = clock().getTime()
    const databaseSeconds = await db.call<number>(
      'clock',
      'select extract(epoch from clock_timestamp())::double precision',
      [],
    )
    return [{ labels: {}, value: (asked + clock().getTime()) / 2000 - databaseSeconds }]
  })

  app.get('/metrics', async (request, reply) => {
    if (!config.metricsPublic && !isLocal(request)) return reply.callNotFound()
    metrics.collect()
    return reply.type(register.contentType).send(await register.metrics())
  })
}
