import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { hashSignedBodies } from '#server/core/auth/signed-call.ts'
import { AppError } from '#shared/core/errors.ts'
import { localeOf } from '#shared/i18n/catalogue.ts'
import { pathOf } from './answer.ts'

const SLOW_MS = 1000
const FORM_LIMIT = 16_384

/** Registers what concerns every request: security headers, CORS, form and empty bodies, and the request log. */
export async function httpPlugins(app: FastifyInstance, { logLevel }: Config): Promise<void> {
  // Any origin is allowed: the token is sent in a header that only our own pages can set, and there are no cookies.
  await app.register(cors, {
    origin: true,
    credentials: false,
    methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    // The name of a download, for a web admin on another host.
    exposedHeaders: ['X-Request-Id', 'Content-Disposition'],
    maxAge: 3600,
    optionsSuccessStatus: 200,
  })
  await app.register(formbody, { bodyLimit: FORM_LIMIT })
  // Only registers the parser; a call that takes a file reads the form itself, after authorization.
  await app.register(multipart)
  acceptEmptyJson(app)
  hashSignedBodies(app)

  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('x-request-id', request.id)
    reply.raw.setHeader('x-content-type-options', 'nosniff')
    if (request.url.startsWith('/api')) reply.raw.setHeader('cache-control', 'no-store')
    done()
  })
  const everyRequest = logLevel === 'debug' || logLevel === 'trace'
  app.addHook('onResponse', (request, reply, done) => {
    const slow = reply.elapsedTime > SLOW_MS
    if (slow || everyRequest) {
      // The route pattern and no query: a query may hold phone and card numbers, and a path may hold a token.
      const path = request.routeOptions.url ?? pathOf(request)
      const line = { method: request.method, path, status: reply.statusCode, ms: reply.elapsedTime }
      if (slow) request.log.warn(line, 'slow request')
      else request.log.debug(line, 'request')
    }
    done()
  })
}

/** Clients of the family send `Content-Type: application/json` with nothing after it. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods that the calls of the API take, by path. */
export interface OtherMethods {
  /** Whether an API call has this path, with whatever method. */
  isPath(path: string): boolean
  /** Throws `common.methodNotAllowed`, with the methods of the path in the header `Allow`. */
  refuse(request: FastifyRequest, reply: FastifyReply): never
}

/**
 * Collects the methods of each API path that is registered from now on, so that a path answers other methods as the API family does
 * (`api-family 1.2`), where Fastify would answer 404. No routes are added for them: they would be four of five, and the time of a start.
 */
export function gatherMethods(app: FastifyInstance): OtherMethods {
  const plain = new Map<string, Set<string>>()
  const patterns = new Map<string, { matcher: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method, prefix }) => {
    // Routes that a library serves under a prefix, such as the API documentation, are left out.
    if (!url.startsWith('/api/') || prefix !== '') return
    const methods = plain.get(url) ?? patterns.get(url)?.methods ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    if (url.includes(':')) patterns.set(url, { matcher: matcherOf(url), methods })
    else plain.set(url, methods)
  })
  const methodsOf = (path: string): Set<string> | undefined =>
    plain.get(path) ?? [...patterns.values()].find(({ matcher }) => matcher.test(path))?.methods
  return {
    isPath: (path) => methodsOf(path) !== undefined,
    refuse(request, reply) {
      const known = methodsOf(pathOf(request))
      const allowed = METHODS.filter((one) => known?.has(one))
      reply.header('allow', allowed.join(', '))
      const comma = localeOf(request.headers['accept-language']) === 'zh' ? '、' : ', '
      throw new AppError('common.methodNotAllowed', { method: request.method, allowed: allowed.join(comma) })
    },
  }
}

/** Matches the paths of a route with parameters. */
const matcherOf = (url: string): RegExp => new RegExp(`^${url.replace(/[.*+]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
