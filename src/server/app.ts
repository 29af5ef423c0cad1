import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { pathOf, sendFailure, sendNotFound } from './core/http/answer.ts'
import { gatherMethods, httpPlugins } from './core/http/http.plugins.ts'
import { ourPath } from './core/http/paths.ts'
import { requestLog } from './core/http/request-log.ts'
import type { Sockets } from './core/realtime/realtime.ts'
import { websocketRoutes } from './core/realtime/websocket.routes.ts'
import type { Deps, Slice } from './core/slice.ts'

const BODY_LIMIT = 1_048_576
/** How long a client may take to send a request (spec §7); the answer has its own time. */
const REQUEST_PATIENCE_MS = 90_000
/** Time limit in ms of each plugin's start; long, because a computer is busy right after it is switched on. */
const START_PATIENCE_MS = 120_000

/** A request id that a customer can read aloud, unique among all copies of the server. */
function requestIds(): () => string {
  const prefix = Math.random().toString(36).slice(2, 7)
  let count = 0
  return () => {
    count++
    return `${prefix}-${count.toString(36)}`
  }
}

/** Builds the server from its dependencies, without listening. */
export async function buildApp(deps: Deps, sockets: Sockets, slices: readonly Slice[]): Promise<FastifyInstance> {
  const proxies = deps.config.trustedProxies
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent, bindings) => requestLog(parent, bindings),
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_PATIENCE_MS,
    pluginTimeout: START_PATIENCE_MS,
    trustProxy: proxies.length > 0 ? proxies : false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => ourPath(url),
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  const methods = gatherMethods(app)
  const isOtherMethod = (request: FastifyRequest) => methods.isPath(pathOf(request))
  app.setNotFoundHandler((request, reply) =>
    isOtherMethod(request) ? methods.refuse(request, reply) : sendNotFound(request, reply),
  )
  app.decorateRequest('call', null)
  // Answered before the body is read, which nothing needs.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && !isOtherMethod(request)) sendNotFound(request, reply)
    else done()
  })
  // A proxy must not keep connections to a copy that is about to stop.
  app.addHook('onSend', async (_, reply) => {
    if (deps.draining.begun) reply.header('connection', 'close')
  })
  await httpPlugins(app, deps.config)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) methods.refuse(request, reply)
    else done()
  })
  await websocketRoutes(app, deps, sockets)
  for (const slice of slices) await slice(app, deps)
  return app
}
