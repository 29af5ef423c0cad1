import { join } from 'node:path'
import { bundleInto, makeBundleFolder, ROOT } from '#tests/support/browser/bundle.ts'

/** The programs of a venue that are killed and restarted. */
export interface Programs {
  counter: string
  hub: string
  server: string
  remove(): Promise<void>
}

/** Bundles each program into one file: loading hundreds of modules takes most of the start time. */
export async function makePrograms(): Promise<Programs> {
  const { folder, remove } = await makeBundleFolder()
  const [counter, hub, server] = [
    await bundleInto(folder, 'counter', join(ROOT, 'tests/chaos/chaos-child.ts')),
    await bundleInto(folder, 'hub', join(ROOT, 'tests/terminal/hub-child.ts')),
    // These read files that lie beside their code.
    await bundleInto(folder, 'server', join(ROOT, 'tests/simulate/server-child.ts'), {
      external: ['pino', '@fastify/swagger-ui'],
    }),
  ]
  return { counter, hub, server, remove }
}
