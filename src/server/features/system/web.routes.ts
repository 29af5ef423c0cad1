import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Scripts come from here alone. The API may be anywhere; Ant Design writes its styles at run time. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // Promo videos of a store may lie anywhere.
  "media-src 'self' blob: http: https:",
  "connect-src 'self' http: https: ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The built web admin at `/`, where it has been built; addresses below `/api` stay the API's. */
export async function webRoutes(app: FastifyInstance, webDir: string): Promise<void> {
  if (!existsSync(join(webDir, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: webDir,
    // Only files that exist get an address, so that everything else is answered as not found.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Built files carry a hash of their content in their name; the page that names them must stay fresh.
      const lasting = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      // What follows concerns pages; a script would only carry it along.
      if (!path.endsWith('.html') && !/\.html\.(br|gz)$/.test(path)) return
      reply.header('content-security-policy', CONTENT_POLICY)
      reply.header('referrer-policy', 'no-referrer')
      reply.header('x-frame-options', 'DENY')
    },
  })
}
