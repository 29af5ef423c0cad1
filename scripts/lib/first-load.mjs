import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tryBuild } from './builds.mjs'
import { Stop } from './steps.mjs'
import { root } from './toolchain.mjs'

/** Bytes of gzipped script that the sign-in page of the web admin may load before anybody has signed in. */
const LIMIT = 300_000

/** What `index.html` always fetches: its own script and the two it imports while it starts. */
const STARTED = ['index.html', 'start.tsx', 'platform/web.ts']

/** Beside the built files and not among them, because those are public. */
const manifest = join(root, 'dist', 'web.manifest.json')

/** Builds the web admin where its sources changed, and holds the size of its first load against the budget. */
export async function checkFirstLoad(node) {
  const failed = await tryBuild(node, ['web'], { force: !existsSync(manifest) })
  if (failed.length > 0) return { code: 1, output: 'the web admin could not be built' }
  const files = firstLoad(JSON.parse(readFileSync(manifest, 'utf8')))
  const sizes = files.map((file) => ({ file, bytes: sent(join(root, 'dist', 'web', file)) }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`
  const result = `${kilobytes(total)} of ${kilobytes(LIMIT)} in ${files.length} files`
  if (total < LIMIT) return { code: 0, result }
  const largest = sizes.sort((one, other) => other.bytes - one.bytes).slice(0, 12)
  return { code: 1, output: [result, ...largest.map(({ file, bytes }) => `${kilobytes(bytes)} ${file}`)].join('\n') }
}

/** The scripts of the start and everything that they import at once. */
function firstLoad(chunks) {
  const keys = new Set(STARTED)
  for (const key of keys) {
    const chunk = chunks[key]
    if (!chunk) throw new Stop(`${key} is no part of the built web admin any more: scripts/lib/first-load.mjs names it`)
    for (const imported of chunk.imports ?? []) keys.add(imported)
  }
  return [...new Set([...keys].map((key) => chunks[key].file))]
}

/** As the server sends it: very small files are not compressed. */
function sent(path) {
  const bytes = readFileSync(path)
  return existsSync(`${path}.gz`) ? gzipSync(bytes, { level: 9 }).length : bytes.length
}
