import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { sqlFiles } from './vite.sql-files.ts'

const outDir = resolve(import.meta.dirname, 'dist/commands')

/** The commands of an installed server, which `npm run` starts from the sources. */
const COMMANDS = ['backup', 'restore', 'audit-verify', 'copy-files']

export default defineConfig({
  plugins: [sqlFiles(outDir)],
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input: Object.fromEntries(COMMANDS.map((name) => [name, resolve(import.meta.dirname, `src/server/${name}.ts`)])),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { external: true },
})
