import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tryBuild } from './builds.mjs'
import { quiet } from './steps.mjs'
import { ensureSystemPackages } from './system.mjs'
import { environment, root } from './toolchain.mjs'

/** Builds the web admin and the member page if their sources changed, and compares what a browser loads of them first with the budgets. */
export async function checkFirstLoad(node) {
  await ensureSystemPackages()
  const force = ['web', 'member'].some((name) => !existsSync(join(root, 'dist', `${name}.modules.json`)))
  const failed = await tryBuild(node, ['web', 'member'], { force })
  if (failed.length > 0) return { code: 1, output: `${failed.join(', ')} could not be built` }
  const { code, output } = await quiet(node, [join(root, 'bench', 'first-load.ts')], {
    cwd: root,
    env: environment(node),
  })
  return { code, output, result: output }
}
