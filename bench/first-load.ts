// Run by `npm run check`: compares what a browser loads of the web admin, and of the member page, before the sign-in form accepts input
// with their budgets.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { Browser } from 'playwright'
import { webRoutes } from '#server/features/system/web.routes.ts'
import { root } from './processes.ts'
import { type FetchedScript, PASSWORD_FIELD, startBrowser, visit } from './visit.ts'

interface FirstPage {
  name: string
  address: string
  /** The field that shows that the page is ready. */
  selector: string
  /** The source modules of each built script, in a file outside the built files, because these are public. */
  modules: string
  /** The folder of the built files in the page's addresses. */
  below: string
  /** Bytes of scripts as sent: compressed, with headers. */
  limit: number
  /** Slices and texts of the first page; all others are loaded with the first screen of their slice. */
  slices: readonly string[]
  texts: readonly string[]
}

const PAGES: readonly FirstPage[] = [
  {
    name: 'web admin',
    address: '/',
    selector: PASSWORD_FIELD,
    modules: 'web.modules.json',
    below: '/',
    limit: 240_000,
    slices: ['sign-in', 'scans'],
    texts: ['first', 'common', 'access', 'sign-in'],
  },
  {
    name: 'member page',
    address: '/m/A01A01',
    selector: 'input[name=mobile]',
    modules: 'member.modules.json',
    below: '/m/',
    limit: 150_000,
    slices: ['member-page'],
    texts: ['member-page', 'access'],
  },
]

/** Modules of a script that must not be part of the first page. */
function strangersIn({ path }: FetchedScript, { slices, texts, below, modules }: FirstPage): string[] {
  const all = JSON.parse(readFileSync(join(root, 'dist', modules), 'utf8')) as Record<string, string[]>
  return (all[path.slice(below.length)] ?? []).filter((module) => {
    const [, slice] = /^src\/\w+\/features\/([^/]+)\//.exec(module) ?? []
    const [, text] = /^src\/shared\/i18n\/(?:zh|en)\/([\w-]+)\.ts$/.exec(module) ?? []
    const isPage = module.endsWith('.page.tsx') && below !== '/'
    const isList = /^src\/(shared\/(contracts|api)|renderer\/app\/slices|shared\/i18n\/(zh|en))\.ts$/.test(module)
    // A manifest only says how its pages are loaded.
    const isForeign = slice && !slices.includes(slice) && !(below !== '/' && module.endsWith('.manifest.ts'))
    return isList || isPage || isForeign || (text && !texts.includes(text))
  })
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

/** Prints how a page stands to its budget; returns whether it keeps it. */
async function check(browser: Browser, site: string, page: FirstPage): Promise<boolean> {
  const { scripts } = await visit(browser, { url: `${site}${page.address}`, selector: page.selector })
  const sorted = scripts.sort((one, other) => other.bytes - one.bytes)
  const total = sorted.reduce((sum, { bytes }) => sum + bytes, 0)
  const strangers = sorted.flatMap((script) => strangersIn(script, page))
  console.log(`${page.name}: ${kilobytes(total)} of ${kilobytes(page.limit)} in ${sorted.length} files`)
  if (total > page.limit) for (const { path, bytes } of sorted.slice(0, 12)) console.log(`${kilobytes(bytes)} ${path}`)
  for (const module of strangers) console.log(`${module} does not belong to the first page: load it with its slice`)
  return total <= page.limit && strangers.length === 0
}

const app = Fastify()
await webRoutes(app, { webDir: join(root, 'dist', 'web'), memberDir: join(root, 'dist', 'member'), guideDir: '' })
// The sign-in form of the member page names the store.
const store = { orgCode: 'A01A01', name: 'A01A01', stores: [] }
app.get('/api/m/store', async () => ({ success: true, message: '', code: 0, result: store, timestamp: 0 }))
await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await startBrowser()
try {
  if (typeof browser === 'string') throw new Error(browser)
  const site = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  let isKept = true
  for (const page of PAGES) isKept = (await check(browser, site, page)) && isKept
  process.exitCode = isKept ? 0 : 1
} finally {
  if (typeof browser !== 'string') await browser.close()
  await app.close()
}
