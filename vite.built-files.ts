import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Quality 9 takes fifty times as long for half a percent, because of the tables that it fills for each file. */
const BROTLI_QUALITY = 8

const src = join(import.meta.dirname, 'src/')

/** Lays compressed copies beside the built files, so that the server sends them without work of its own. */
export function compressFiles(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html|svg)$/.test(file)) continue
    const path = join(folder, file)
    const bytes = readFileSync(path)
    if (bytes.length < 1024) continue
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}

/** `compressFiles` at the end of a build. */
export function compressed(outDir: string): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    closeBundle() {
      compressFiles(outDir)
    },
  }
}

/** Which of our files each built script is made of, for `npm run check`; beside the built files, which are public. */
export function modulesBeside(outDir: string): Plugin {
  const modules: Record<string, string[]> = {}
  return {
    name: 'modules-beside',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue
        const own = chunk.moduleIds.filter((id) => id.startsWith(src))
        modules[file] = own.map((id) => `src/${id.slice(src.length).replace(/\?.*$/, '')}`)
      }
    },
    closeBundle() {
      writeFileSync(`${outDir}.modules.json`, JSON.stringify(modules, null, 1))
    },
  }
}
