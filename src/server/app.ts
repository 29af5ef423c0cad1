import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { sendFailure, sendNotFound } from './core/answer.ts'
import type { Bus } from './core/bus.ts'
import type { Sockets } from './core/realtime.ts'
import type { Deps } from './core/slice.ts'
import { websocketRoutes } from './core/websocket.routes.ts'
import { slices } from './slices.ts'

const BODY_LIMIT = 1_048_576

/** A number that a customer can read aloud, unlike on every copy of the server. */
function requestIds(): () => string {
  const prefix = Math.random().toString(36).slice(2, 7)
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/** What the server's own routes look into, and slices do not. */
export interface Inner {
  sockets: Sockets
  bus: Bus
}

/** Builds the whole server over its parts, without listening. */
export async function buildApp(deps: Deps, { sockets }: Inner): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log,
    disableRequestLogging: true,
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT,
    trustProxy: deps.config.trustedProxies.length > 0 ? deps.config.trustedProxies : false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false },
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply))
  await app.register(formbody, { bodyLimit: 16_384 })
  await websocketRoutes(app, deps, sockets)
  for (const slice of slices) slice(app, deps)
  return app
}
