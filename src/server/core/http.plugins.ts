import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { AppError } from '#shared/core/errors.ts'
import { localeOf } from '#shared/i18n/catalogue.ts'
import { pathOf } from './answer.ts'
import { hashSignedBodies } from './signed-call.ts'

const SLOW_MS = 1000
const FORM_LIMIT = 16_384

/** How every answer leaves: headers, forms, empty bodies, and a line in the log. */
export async function httpPlugins(app: FastifyInstance, { logLevel }: Config): Promise<void> {
  // Any page may call, because a token travels in a header that only its own pages hold; cookies play no part.
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
  // Only makes forms readable; a call that takes a file reads it itself, once it knows who calls.
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
      // The pattern of the address, without its query: searches hold phones and card numbers, a path may hold a token.
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

/**
 * Gathers which methods each path of the API has, from here on. The function it returns goes last: it has every path answer
 * the others as the family does (`api-family 1.2`), where Fastify would say that there is no such path.
 */
export function gatherMethods(app: FastifyInstance): () => void {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, prefix }) => {
    // What a library serves under a prefix, such as the pages that describe the API, is its own business.
    if (!url.startsWith('/api/') || prefix !== '') return
    const known = methods.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methods.set(url, known)
  })
  return () => {
    for (const [url, known] of [...methods]) {
      const allowed = METHODS.filter((one) => known.has(one))
      const method = METHODS.filter((one) => !known.has(one))
      if (method.length === 0) continue
      app.route({
        method,
        url,
        // Before the body is read: nobody has any use for it.
        onRequest: (request, reply) => {
          reply.header('allow', allowed.join(', '))
          const comma = localeOf(request.headers['accept-language']) === 'zh' ? '、' : ', '
          throw new AppError('common.methodNotAllowed', { method: request.method, allowed: allowed.join(comma) })
        },
        handler: () => undefined,
      })
    }
  }
}
