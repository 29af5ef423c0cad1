import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { slicesOfGroups } from './slices-of-groups.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sample: Sample
  }
}

/** How much of their cases the sweeps try in this run; only tests/support/sample.ts reads it. */
export interface Sample {
  /** Everything, as `npm run test:all` asks for. */
  isWhole: boolean
  /** Decides which cases are taken: the number of the day, unless PITLANE_TEST_SEED says another one. */
  seed: number
  /** Slices that have changed since the last release: their calls are tried with every case. */
  changed: string[]
}

const root = join(import.meta.dirname, '..', '..')
const DAY_MS = 86_400_000
/** Where no release has a tag yet: the last so many commits count as changed. */
const COMMITS_WITHOUT_TAG = 20
/** A rename through the slices changes no behaviour of any: where more than this share of the groups of calls changed, all are sampled alike. */
const MOST_CHANGED = 0.25

export function setup(project: TestProject): void {
  const { PITLANE_TEST_SEED, PITLANE_TEST_SAMPLE } = process.env
  const isWhole = PITLANE_TEST_SAMPLE === 'all'
  const seed = Number(PITLANE_TEST_SEED || Math.floor(Date.now() / DAY_MS))
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new Error(`PITLANE_TEST_SEED must be a number: ${PITLANE_TEST_SEED}`)
  project.provide('sample', { isWhole, seed, changed: isWhole ? [] : changedSlices() })
}

function changedSlices(): string[] {
  const files = changedFiles().filter((file) => !file.endsWith('.test.ts'))
  const changed = new Set(
    files.flatMap((file) => /^src\/(?:shared|server)\/features\/([\w-]+)\//.exec(file)?.[1] ?? []),
  )
  const slices = [...slicesOfGroups().values()]
  return slices.filter((one) => changed.has(one)).length > slices.length * MOST_CHANGED ? [] : [...changed]
}

/** What differs from the last release; nothing in a shallow clone, or where there is no git. */
function changedFiles(): string[] {
  const git = (...args: string[]): string | null => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return null
    }
  }
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return []
  const since = git('describe', '--tags', '--abbrev=0') ?? `HEAD~${COMMITS_WITHOUT_TAG}`
  return (git('diff', '--name-only', since) ?? '').split('\n').filter(Boolean)
}
