import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import type { FromTerminal, ToTerminal } from './launch.ts'

// Runs a built main bundle under plain Node: `node boot.ts <main bundle> [--visible]`.
const [, , main = '', ...options] = process.argv
const standIn = new URL('./stand-in/electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context),
})

const electron = await import('./stand-in/electron.ts')
const { host } = await import('./stand-in/host.ts')
host.headless = !options.includes('--visible')

const tell = (message: FromTerminal) => process.send?.(message)
host.onChromium(({ pid, wsEndpoint }) => tell({ type: 'chromium', pid, wsEndpoint }))
electron.app.on(
  'web-contents-created',
  (_event: unknown, contents: { id: number; targetId: string; once: typeof process.once }) => {
    contents.once('did-finish-load', () => tell({ type: 'window', targetId: contents.targetId }))
  },
)

if (process.send) {
  // The parent process is gone, and nobody would close this one.
  process.on('disconnect', () => process.exit(1))
  process.on('message', ({ id, source, argument }: ToTerminal) => {
    const run = async () => {
      const fn = runInThisContext(`(${source})`) as (modules: typeof electron, argument: unknown) => unknown
      return fn(electron, argument)
    }
    run().then(
      (value) => tell({ type: 'result', id, ok: true, value }),
      (error: unknown) =>
        tell({ type: 'result', id, ok: false, value: error instanceof Error ? error.stack : String(error) }),
    )
  })
}

await import(pathToFileURL(resolve(main)).href)
await electron.app.start()
