import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/core/slice.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && isIP(address) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(address)

/** Whether a request comes from this machine. A forwarded one does not, although its proxy may run here. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined

/** Liveness, readiness and metrics for operators of the server. */
export function healthRoutes(app: FastifyInstance, { config, db, bus, realtime, clock }: Deps): void {
  let stopping = false
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })

  app.get('/healthz', () => ({ status: 'ok', time: clock().toISOString() }))

  app.get('/readyz', async (_request, reply) => {
    const database = await db.call<number>('ready', 'select 1', []).then(
      () => true,
      () => false,
    )
    const ready = database && !stopping
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', database, bus: bus.connected })
  })

  const register = new Registry()
  const durations = new Histogram({
    name: 'pitlane_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [register],
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  gauge('pitlane_database_connections', 'Open connections of the pool', () => db.pool.totalCount)
  gauge('pitlane_database_waiting', 'Requests that wait for a connection', () => db.pool.waitingCount)
  gauge('pitlane_list_connections', 'Open connections for lists and workbooks', () => db.listPool.totalCount)
  gauge('pitlane_websockets', 'Open sockets of this copy', () => realtime.count())
  gauge('pitlane_bus_connected', '1 while messages of other copies arrive', () => (bus.connected ? 1 : 0))

  const observers = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${reply.statusCode} ${route}`
    let observer = observers.get(key)
    if (!observer) {
      observer = durations.labels(request.method, route, String(reply.statusCode))
      observers.set(key, observer)
    }
    observer.observe(reply.elapsedTime / 1000)
    done()
  })

  let defaults = false
  app.get('/metrics', async (request, reply) => {
    if (!config.metricsPublic && !isLocal(request)) return reply.callNotFound()
    if (!defaults) collectDefaultMetrics({ register })
    defaults = true
    return reply.type(register.contentType).send(await register.metrics())
  })
}
