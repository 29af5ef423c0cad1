import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Counts the requests and connections of a server. */
export function watchHttp(app: FastifyInstance, { http, durations, gauge }: Metrics): void {
  const sockets = new Set<Socket>()
  let sentBefore = 0
  http.sentBytes = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, sentBefore)
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    http.connections = sockets.size
    socket.once('close', () => {
      sockets.delete(socket)
      sentBefore += socket.bytesWritten
      http.connections = sockets.size
    })
  })
  const observers = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${reply.statusCode} ${route}`
    let observer = observers.get(key)
    if (!observer) {
      observer = durations.labels(request.method, route, String(reply.statusCode))
      observers.set(key, observer)
    }
    const seconds = reply.elapsedTime / 1000
    observer.observe(seconds)
    http.requests += 1
    http.seconds += seconds
    http.longestSeconds = Math.max(http.longestSeconds, seconds)
    if (reply.statusCode >= 500) http.failures += 1
    done()
  })
  gauge('pitlane_http_connections', 'Open connections of clients', () => http.connections)
  gauge('pitlane_http_sent_bytes', 'Bytes sent to clients since the start', () => http.sentBytes())
  gauge('pitlane_http_longest_seconds', 'The longest request since the start', () => http.longestSeconds)
}
