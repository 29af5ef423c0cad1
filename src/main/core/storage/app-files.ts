import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { APP_HOST } from '#main/core/windows/own-page.ts'

/**
 * Content security policy of the terminal's pages: code comes with the program only, and connections go to the
 * configured server only. Inline styles are allowed because Ant Design creates them at run time.
 */
const contentSecurityPolicy = (serverUrl: string, scripts: string): string => {
  const server = URL.canParse(serverUrl) ? ` ${new URL(serverUrl).origin}` : ''
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${server}`,
    "font-src 'self' data:",
    `media-src 'self' data: blob:${server}`,
    `connect-src 'self'${server}`,
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Scripts of pages; a worker has the policy of its own file, and that of the faces compiles WebAssembly. */
const OF_PAGES = "'self'"
const OF_WORKERS = "'self' 'wasm-unsafe-eval'"

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Returns a handler that serves `app://pitlane/…` from one folder. */
export function appFiles(root: string, serverUrl: () => string): (request: Request) => Promise<Response> {
  const folder = resolve(root)
  return async (request) => {
    const isScript = new URL(request.url).pathname.endsWith('.js')
    const headers = {
      'Content-Security-Policy': contentSecurityPolicy(serverUrl(), isScript ? OF_WORKERS : OF_PAGES),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    }
    const refuse = (status: number): Response => new Response(null, { status, headers })
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
    const path = fileOf(folder, request.url)
    if (path === null) return refuse(403)
    try {
      const body = await readFile(path)
      const type = types[extname(path)] ?? 'application/octet-stream'
      return new Response(request.method === 'HEAD' ? null : body, { headers: { ...headers, 'Content-Type': type } })
    } catch {
      return refuse(404)
    }
  }
}

/** Returns the file of a URL, or null if it would be outside the folder. */
function fileOf(folder: string, address: string): string | null {
  const url = new URL(address)
  if (url.host !== APP_HOST) return null
  let path: string
  try {
    path = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  // The URL parser ignores a decoded %2e%2e or a backslash, but the file system may treat it as a parent folder.
  if (path.includes('\0') || path.includes('\\') || path.split('/').includes('..')) return null
  const file = join(folder, path === '/' || path === '' ? 'index.html' : path)
  return file.startsWith(folder + sep) ? file : null
}
