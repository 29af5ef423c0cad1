import type { TestProject } from 'vitest/node'
import { changedFiles, seedOfRun, takesAll } from './sampling.ts'
import { slicesOfGroups } from './slices-of-groups.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sample: Sample
  }
}

/** Which cases the sweeps of this run try; only tests/support/runner/sample.ts reads it. */
export interface Sample {
  /** All cases, as in `npm run test:all`. */
  isWhole: boolean
  /** Chooses the cases. */
  seed: number
  /** Slices that have changed since the last release; calls of these are tried with all cases. */
  changed: string[]
}

/** If a larger share of the groups of calls has changed, as after a rename everywhere, all calls are sampled alike. */
const MOST_CHANGED = 0.25

export function setup(project: TestProject): void {
  const isWhole = takesAll()
  project.provide('sample', { isWhole, seed: seedOfRun(), changed: isWhole ? [] : changedSlices() })
}

function changedSlices(): string[] {
  const changed = new Set(
    changedFiles().flatMap((file) => /^src\/(?:shared|server)\/features\/([\w-]+)\//.exec(file)?.[1] ?? []),
  )
  const slices = [...slicesOfGroups().values()]
  return slices.filter((one) => changed.has(one)).length > slices.length * MOST_CHANGED ? [] : [...changed]
}
