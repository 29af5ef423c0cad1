import { join } from 'node:path'
import { bundleInto, makeBundleFolder, ROOT } from '#tests/support/bundle.ts'

/** The programs of a venue that are killed and started again. */
export interface Programs {
  counter: string
  hub: string
  server: string
  remove(): Promise<void>
}

/** Makes one file of each program: loading hundreds of modules is most of what it costs to start one. */
export async function makePrograms(): Promise<Programs> {
  const { folder, remove } = await makeBundleFolder()
  const [counter, hub, server] = [
    await bundleInto(folder, 'counter', join(ROOT, 'tests/chaos/chaos-child.ts')),
    await bundleInto(folder, 'hub', join(ROOT, 'tests/terminal/hub-child.ts')),
    // What the server's packages do as they are loaded does not bear it.
    await bundleInto(folder, 'server', join(ROOT, 'tests/simulate/server-child.ts'), { external: true }),
  ]
  return { counter, hub, server, remove }
}
