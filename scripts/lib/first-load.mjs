import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tryBuild } from './builds.mjs'
import { quiet } from './steps.mjs'
import { ensureSystemPackages } from './system.mjs'
import { environment, root } from './toolchain.mjs'

/** Builds the web admin if its sources changed, and compares what a browser loads of it first with the budget. */
export async function checkFirstLoad(node) {
  await ensureSystemPackages()
  const failed = await tryBuild(node, ['web'], { force: !existsSync(join(root, 'dist', 'web.modules.json')) })
  if (failed.length > 0) return { code: 1, output: 'the web admin could not be built' }
  const { code, output } = await quiet(node, [join(root, 'bench', 'first-load.ts')], {
    cwd: root,
    env: environment(node),
  })
  return { code, output, result: output }
}
