import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The content security policy. Scripts only from this server; the API may be elsewhere; Ant Design adds styles at run time. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // Promo videos of a store may be on any host.
  "media-src 'self' blob: http: https:",
  "connect-src 'self' http: https: ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Folders {
  webDir: string
  memberDir: string
  guideDir: string
}

/**
 * The web admin at `/`, the member page at `/m/` and the guide at `/guide/`, as far as they have been built; paths below `/api` belong to
 * the API.
 */
export async function webRoutes(app: FastifyInstance, { webDir, memberDir, guideDir }: Folders): Promise<void> {
  const isBuilt = (dir: string) => existsSync(join(dir, 'index.html'))
  const [root, ...others] = [webDir, memberDir, guideDir].filter(isBuilt)
  if (root === undefined) return
  await app.register(fastifyStatic, {
    root: [root, ...others],
    // Its own route reads the whole directory for each request, to compare the spelling: three times the work of the rest.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Built files have a content hash in their name; the page that references them must not be cached.
      const lasting = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      // The following headers concern only pages.
      if (!path.endsWith('.html') && !/\.html\.(br|gz)$/.test(path)) return
      reply.header('content-security-policy', CONTENT_POLICY)
      // WeChat Pay's page for phones opens only from a site of the merchant, by its origin.
      reply.header('referrer-policy', path.startsWith(memberDir) ? 'strict-origin' : 'no-referrer')
      reply.header('x-frame-options', 'DENY')
    },
  })
  const show = (url: string, dir: string, fileOf: (path: string) => string) =>
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `${url}/*`,
      handler: ({ params }, reply) => {
        const path = params['*']
        return path.split('/').includes('..') ? reply.callNotFound() : reply.sendFile(fileOf(path), dir)
      },
    })
  if (isBuilt(memberDir)) {
    // The address of a store (`/m/A01A01`) is no file; the page reads it.
    // With a slash at its end (`/m/A01A01/`) it asks for its files below the store.
    show('/m', memberDir, (path) => /(?:^|\/)(assets\/.+|icon\.svg)$/.exec(path)?.[1] ?? 'index.html')
    app.route({ method: ['GET', 'HEAD'], url: '/m', handler: (_, reply) => reply.redirect('/m/') })
  }
  if (isBuilt(guideDir)) showGuide(app, guideDir)
  if (isBuilt(webDir)) show('', webDir, (path) => path || 'index.html')
}

/** Pages of the guide have addresses without `.html`. A missing one gets the guide's own page for that, in the language of its address. */
function showGuide(app: FastifyInstance, dir: string): void {
  // Read at the first request, because two thousand files take their time at a start.
  let known: Set<string> | undefined
  const files = () => {
    known ??= new Set(readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll(sep, '/')))
    return known
  }
  const missing = readFileSync(join(dir, '404.html'), 'utf8')
  app.route({ method: ['GET', 'HEAD'], url: '/guide', handler: (_, reply) => reply.redirect('/guide/') })
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/guide/*',
    handler: ({ params }, reply) => {
      const path = params['*']
      const isFolder = path === '' || path.endsWith('/')
      const file = isFolder ? `${path}index.html` : path.includes('.') ? path : `${path}.html`
      if (files().has(file)) return reply.sendFile(file, dir)
      if (!isFolder && files().has(`${path}/index.html`)) return reply.redirect(`/guide/${path}/`)
      return reply
        .code(404)
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': CONTENT_POLICY, 'x-frame-options': 'DENY' })
        .type('text/html; charset=utf-8')
        .send(missing)
    },
  })
}
