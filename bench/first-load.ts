// Run by `npm run check`: compares what a browser loads of the web admin before its sign-in form accepts input with a budget.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { webRoutes } from '#server/features/system/web.routes.ts'
import { root } from './processes.ts'
import { type FetchedScript, PASSWORD_FIELD, startBrowser, visit } from './visit.ts'

/** Bytes of scripts as sent: compressed, with headers. */
const LIMIT = 240_000

/** Slices and texts of the first page; all others are loaded with the first screen of their slice. */
const FIRST_SLICES = ['sign-in', 'scans']
const FIRST_TEXTS = ['first', 'common', 'access', 'sign-in']

/** The source modules of a built script, from a file that is stored outside the built files, because these are public. */
const modules = JSON.parse(readFileSync(join(root, 'dist', 'web.modules.json'), 'utf8')) as Record<string, string[]>

/** Modules of a script that must not be part of the first page. */
function strangersIn({ path }: FetchedScript): string[] {
  return (modules[path.slice(1)] ?? []).filter((module) => {
    const [, slice] = /^src\/\w+\/features\/([^/]+)\//.exec(module) ?? []
    const [, texts] = /^src\/shared\/i18n\/(?:zh|en)\/([\w-]+)\.ts$/.exec(module) ?? []
    const isList = /^src\/(shared\/(contracts|api)|renderer\/app\/slices|shared\/i18n\/(zh|en))\.ts$/.test(module)
    return isList || (slice && !FIRST_SLICES.includes(slice)) || (texts && !FIRST_TEXTS.includes(texts))
  })
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

async function firstScripts(): Promise<FetchedScript[]> {
  const app = Fastify()
  await webRoutes(app, join(root, 'dist', 'web'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await startBrowser()
  try {
    if (typeof browser === 'string') throw new Error(browser)
    const { port } = app.server.address() as AddressInfo
    return (await visit(browser, { url: `http://127.0.0.1:${port}/`, selector: PASSWORD_FIELD })).scripts
  } finally {
    if (typeof browser !== 'string') await browser.close()
    await app.close()
  }
}

const scripts = (await firstScripts()).sort((one, other) => other.bytes - one.bytes)
const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
const strangers = scripts.flatMap(strangersIn)
console.log(`${kilobytes(total)} of ${kilobytes(LIMIT)} in ${scripts.length} files`)
if (total > LIMIT) for (const { path, bytes } of scripts.slice(0, 12)) console.log(`${kilobytes(bytes)} ${path}`)
for (const module of strangers) console.log(`${module} does not belong to the first page: load it with its slice`)
process.exitCode = total > LIMIT || strangers.length > 0 ? 1 : 0
