import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { hashOf } from '#server/core/call.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { TOKEN_HEADER } from '#shared/core/route.ts'
import { openApiDocument } from './openapi.document.ts'

/** The API's documentation at `/api/docs`: public in the demo, otherwise only with a token. */
export async function docsRoutes(app: FastifyInstance, { config, auth }: Deps): Promise<void> {
  // Generated from the contracts and checked by a test; the plugin's type supports only older versions of the format.
  const document = openApiDocument() as unknown as StaticDocumentSpec['document']
  await app.register(async (own) => {
    if (!config.demo)
      own.addHook('onRequest', async ({ headers }) => {
        const token = headers[TOKEN_HEADER.toLowerCase()]
        if (typeof token !== 'string' || token === '') throw new AppError('auth.tokenMissing')
        const person = await auth.find(hashOf(token))
        if (!person || person.isDevice) throw new AppError('auth.tokenMissing')
      })
    await own.register(swagger, { mode: 'static', specification: { document } })
    await own.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, uiConfig: { docExpansion: 'none' } })
  })
}
