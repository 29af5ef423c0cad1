import { createHash } from 'node:crypto'
import { afterEach, inject } from 'vitest'

const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32BE()

/** Which of so many cases of something by its name a seed takes: seeds that follow each other take all of them in turn. */
export function indexesOf(cases: number, { of, most, seed }: { of: string; most: number; seed: number }): Set<number> {
  const turns = Array.from({ length: cases }, (_, index) => ({ index, turn: hashOf(`${of} ${index}`) }))
  const inTurn = turns.sort((one, other) => one.turn - other.turn).map(({ index }) => index)
  return new Set(Array.from({ length: most }, (_, index) => inTurn[(seed * most + index) % cases] ?? 0))
}

interface Wanted {
  /** What the cases are of, such as the name of a call: each has others in its sample. */
  of: string
  most: number
  /** Where one of these has changed since the last release, every case is taken. */
  slices: readonly string[]
}

/** At most so many of the cases, in their order; every one of them within as many days as it takes, and all of them by `npm run test:all`. */
export function sampled<T>(cases: readonly T[], { of, most, slices }: Wanted): T[] {
  const { isWhole, seed, changed } = inject('sample')
  if (cases.length <= most || isWhole || slices.some((one) => changed.includes(one))) return [...cases]
  const taken = indexesOf(cases.length, { of, most, seed })
  return cases.filter((_, index) => taken.has(index))
}

/** Call once in a file that samples: a test that fails says how the same cases are taken again. */
export function tellSample(): void {
  const described = new WeakSet<object>()
  afterEach(({ task }) => {
    const { isWhole, seed } = inject('sample')
    if (isWhole || task.result?.state !== 'fail') return
    for (const error of task.result.errors ?? []) {
      if (!described.has(error)) error.message += `\nthis sample again: PITLANE_TEST_SEED=${seed}`
      described.add(error)
    }
  })
}
