import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Lays compressed copies beside the built files, so that the server sends them without work of its own. */
function compressed(outDir: string): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    closeBundle() {
      for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(file)) continue
        const path = join(outDir, file)
        const bytes = readFileSync(path)
        if (bytes.length < 1024) continue
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
      }
    },
  }
}

/** What imports what is for `npm run check`; it lies beside the built files, which are public. */
function manifestBeside(outDir: string): Plugin {
  return {
    name: 'manifest-beside',
    apply: 'build',
    closeBundle() {
      renameSync(join(outDir, '.vite', 'manifest.json'), `${outDir}.manifest.json`)
      rmSync(join(outDir, '.vite'), { recursive: true })
    },
  }
}

/** The web admin: static files for any host; `config.json` beside them says where the server is. */
export default defineConfig({
  root: 'src/renderer',
  base: './',
  plugins: [react(), compressed('dist/web'), manifestBeside('dist/web')],
  envPrefix: ['VITE_', 'PITLANE_API'],
  define: { 'import.meta.env.VITE_TARGET': JSON.stringify('web') },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
})
