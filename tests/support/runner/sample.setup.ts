import type { TestProject } from 'vitest/node'
import { changedFiles, seedOfRun, slicesInTurn, takesAll } from './sampling.ts'
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
  /** Slices that have changed since the last release and have their turn; calls of these are tried with all cases. */
  changed: string[]
}

export function setup(project: TestProject): void {
  const isWhole = takesAll()
  project.provide('sample', { isWhole, seed: seedOfRun(), changed: isWhole ? [] : changedSlices() })
}

function changedSlices(): string[] {
  const changed = changedFiles().flatMap(
    (file) => /^src\/(?:shared|server)\/features\/([\w-]+)\//.exec(file)?.[1] ?? [],
  )
  return slicesInTurn(changed, [...slicesOfGroups().values()], seedOfRun())
}
