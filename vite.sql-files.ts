import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The code finds migrations and functions beside itself, in the sources and in the bundle alike. */
export const sqlFiles = (outDir: string): Plugin => ({
  name: 'pitlane-sql',
  closeBundle() {
    for (const folder of ['migrations', 'functions']) {
      cpSync(resolve(import.meta.dirname, 'src/server/db', folder), resolve(outDir, folder), { recursive: true })
    }
  },
})
