import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.document.ts'

/** The API's description and a page to read it, at `/api/docs`. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  // Made from the contracts and checked by a test; the plugin's type knows only older versions of the format.
  const document = openApiDocument() as unknown as StaticDocumentSpec['document']
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, uiConfig: { docExpansion: 'none' } })
}
