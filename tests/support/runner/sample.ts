import { afterEach, inject } from 'vitest'
import { indexesOf } from './sampling.ts'

interface Wanted {
  /** Name of what the cases belong to, such as a call; it decides their order. */
  of: string
  most: number
  /** If one of these slices has changed since the last release, every case is taken. */
  slices: readonly string[]
}

/** At most `most` of the cases, in their order: each has its turn within days. `npm run test:all` takes all. */
export function sampled<T>(cases: readonly T[], { of, most, slices }: Wanted): T[] {
  const { isWhole, seed, changed } = inject('sample')
  if (cases.length <= most || isWhole || slices.some((one) => changed.includes(one))) return [...cases]
  const taken = indexesOf(cases.length, { of, most, seed })
  return cases.filter((_, index) => taken.has(index))
}

/** Whether `npm run test:all` runs: for tests that repeat a random action and have no cases to choose from. */
export const isWhole = (): boolean => inject('sample').isWhole

/** For each file that samples: adds the seed to the message of a failed test, to run the same cases again. */
export function nameSampleOnFailure(): void {
  const described = new WeakSet<object>()
  afterEach(({ task }) => {
    const { isWhole, seed } = inject('sample')
    if (isWhole || task.result?.state !== 'fail') return
    for (const error of task.result.errors ?? []) {
      if (!described.has(error)) error.message += `\nto repeat this sample: PITLANE_TEST_SEED=${seed}`
      described.add(error)
    }
  })
}
