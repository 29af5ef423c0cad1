import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const outDir = resolve(import.meta.dirname, 'dist/server')

/** The code finds its migrations and functions beside itself, in the sources and in the bundle alike. */
const copyMigrations: Plugin = {
  name: 'pitlane-sql',
  closeBundle() {
    for (const folder of ['migrations', 'functions']) {
      cpSync(resolve(import.meta.dirname, 'src/server/db', folder), resolve(outDir, folder), { recursive: true })
    }
  },
}

/** The server as one file; npm's packages stay outside, since some bring binaries. */
export default defineConfig({
  plugins: [copyMigrations],
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
