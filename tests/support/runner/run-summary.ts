import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { filesNotToday } from './rotation.ts'

/** A file that takes longer can be the last one running, on one of two workers. */
const SLOW_MS = 20_000

const secondsOf = (ms: number): string => (ms / 1000).toFixed(0)

/** Lists at the end of a run slow files, each with its share of the time of all files, and the files that run on another day. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter by its default export.
export default class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    listSlowFiles(modules)
    const notToday = filesNotToday()
    if (notToday.length === 0) return
    console.log(['run on another day, and by npm run test:all:', ...notToday.map((file) => `  ${file}`)].join('\n'))
  }
}

function listSlowFiles(modules: readonly TestModule[]): void {
  const files = modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic()
    return {
      name: `${module.project.name} ${relative(process.cwd(), module.moduleId)}`,
      ms: collectDuration + duration,
    }
  })
  const all = files.reduce((sum, { ms }) => sum + ms, 0)
  const slow = files.filter(({ ms }) => ms > SLOW_MS).sort((one, other) => other.ms - one.ms)
  if (slow.length === 0) return
  const lines = slow.map(({ name, ms }) => `  ${name}: ${secondsOf(ms)} s, ${((100 * ms) / all).toFixed(1)} %`)
  console.log(
    [`files of more than ${secondsOf(SLOW_MS)} s, with their share of ${secondsOf(all)} s:`, ...lines].join('\n'),
  )
}
