import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { PERSONAL_TOKEN_PREFIX, TOKEN_HEADER } from '#shared/core/route.ts'
import { openApiDocument } from './openapi.document.ts'

/** The document of all calls, generated from the contracts at the first request for it and checked by a test. */
let generated: Readonly<Record<string, unknown>> | undefined

/** The API's documentation at `/api/docs`: public in the demo, otherwise only with a token. */
export async function docsRoutes(app: FastifyInstance, { config, auth, registry }: Deps): Promise<void> {
  const document = () => (generated ??= openApiDocument(registry.personOnly))
  await app.register(async (own) => {
    if (!config.demo)
      own.addHook('onRequest', async ({ headers }) => {
        const token = headers[TOKEN_HEADER.toLowerCase()]
        if (typeof token !== 'string' || token === '') throw new AppError('auth.tokenMissing')
        const isPersonal = token.startsWith(PERSONAL_TOKEN_PREFIX)
        const person = await (isPersonal ? auth.findPersonal(hashOf(token), '') : auth.find(hashOf(token)))
        if (person?.kind !== 'user') throw new AppError('auth.tokenMissing')
      })
    await own.register(swagger, {
      mode: 'static',
      specification: { document: { openapi: '3.1.0', info: { title: 'Pitlane', version: '1' }, paths: {} } },
    })
    await own.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'none' },
      // In place of the empty document: the real one takes most of a server's start, and few ever read it.
      transformSpecification: document,
      transformSpecificationClone: false,
    })
  })
}
