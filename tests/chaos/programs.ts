import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** The programs of a venue that are killed and started again. */
export interface Programs {
  counter: string
  hub: string
  server: string
  remove(): Promise<void>
}

const ROOT = resolve(import.meta.dirname, '../..')
/** Bring binaries, which they find beside themselves. */
const WITH_BINARIES = ['better-sqlite3', 'serialport', 'node-hid', 'pcsc-mini', '@node-rs/argon2']

/** Makes one file of each program: loading hundreds of modules is most of what it costs to start one. */
export async function makePrograms(): Promise<Programs> {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  // Inside the project, from where packages and resources are found as ever.
  const folder = await mkdtemp(join(ROOT, '.cache', 'chaos-'))
  const input = {
    counter: join(ROOT, 'tests/chaos/chaos-child.ts'),
    hub: join(ROOT, 'tests/terminal/hub-child.ts'),
    server: join(ROOT, 'tests/simulate/server-child.ts'),
  }
  for (const [name, ssr] of Object.entries(input))
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        ssr,
        target: 'node24',
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { format: 'es', entryFileNames: `${name}.js`, codeSplitting: false } },
      },
      // What the server's packages do as they are loaded does not bear it.
      ssr: name === 'server' ? { external: true } : { noExternal: true, external: WITH_BINARIES },
    })
  return {
    counter: join(folder, 'counter.js'),
    hub: join(folder, 'hub.js'),
    server: join(folder, 'server.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
