/** Random choices, the same for the same seed. */
export interface Chance {
  /** An integer from 0 to below `below`. */
  below(below: number): number
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number
  oneOf<T>(from: readonly T[]): T
  /** True with this probability. */
  happens(share: number): boolean
  /** A separate generator, whose results do not change those of this one. */
  fork(): Chance
}

/** Mulberry32: small, fast, and a different sequence for each seed. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    oneOf: (from) => {
      if (from.length === 0) throw new Error('there is nothing to choose from')
      return from[below(from.length)] as (typeof from)[number]
    },
    happens: (share) => next() < share,
    fork: () => chanceOf(Math.floor(next() * 2 ** 32)),
  }
}
