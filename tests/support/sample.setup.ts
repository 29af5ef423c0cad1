import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { slicesOfGroups } from './slices-of-groups.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sample: Sample
  }
}

/** Which cases the sweeps of this run try; only tests/support/sample.ts reads it. */
export interface Sample {
  /** All cases, as in `npm run test:all`. */
  isWhole: boolean
  /** Chooses the cases: PITLANE_TEST_SEED, or else the number of days since 1970. */
  seed: number
  /** Slices that have changed since the last release; calls of these are tried with all cases. */
  changed: string[]
}

const root = join(import.meta.dirname, '..', '..')
const DAY_MS = 86_400_000
/** How many commits count as changed while no release has a tag. */
const COMMITS_WITHOUT_TAG = 20
/** If a larger share of the groups of calls has changed, as after a rename everywhere, all calls are sampled alike. */
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

/** Files that differ from the last release; none in a shallow clone or without git. */
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
