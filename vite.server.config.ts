import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { sqlFiles } from './vite.sql-files.ts'

const outDir = resolve(import.meta.dirname, 'dist/server')

/** The server as one file; npm's packages stay outside, since some bring binaries. */
export default defineConfig({
  plugins: [sqlFiles(outDir)],
  publicDir: false,
  build: {
    ssr: 'src/server/main.ts',
    target: 'node24',
    outDir,
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: { output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false } },
  },
  ssr: { external: true },
})
