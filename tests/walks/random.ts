/** What chance says, the same for the same seed. */
export interface Chance {
  /** A whole number from 0 up to and without `below`. */
  below(below: number): number
  /** From `least` to `most`, both among them. */
  between(least: number, most: number): number
  oneOf<T>(from: readonly T[]): T
  /** Whether something happens that happens so often. */
  happens(share: number): boolean
  /** A chance of its own, that what this one says later has no part in. */
  fork(): Chance
}

/** Mulberry32: small, fast, and every seed a walk of its own. */
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
