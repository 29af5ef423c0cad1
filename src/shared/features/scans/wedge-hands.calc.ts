/** A character of a run, and how long its key was held. */
export interface RunKey {
  char: string
  at: number
  /** The place of the key, by which its release is known. */
  code?: string
  /** Absent while the key is held. */
  releasedAt?: number
}

/** A reader's keys vary by this much about its own pace. */
const LATITUDE_MS = 10
/** Nobody lets go of a key so soon. */
const HAND_MS = 25
/** Of more keys than these nobody can say that they are a person's: the reader is an unusual one. */
const MOST_TYPED = 1 / 3

const heldFor = (key: RunKey, now: number): number => (key.releasedAt ?? now) - key.at
const isHeldAt = ({ releasedAt }: RunKey, at: number): boolean => releasedAt === undefined || releasedAt > at

/** The time from one key of a reader to the next. */
const paceOf = (keys: readonly RunKey[], endedAt: number): number => (endedAt - (keys[0]?.at ?? 0)) / keys.length

/**
 * Where in a run a person pressed a key: a reader lets go of each before it presses its next, and a person holds one longer.
 * `unclear`: the last one is still held, and nobody knows yet for how long.
 */
export function typedPlaces(run: readonly RunKey[], endedAt: number): number[] | 'unclear' {
  const typed: number[] = []
  let nextOfReader = endedAt
  for (const [index, key] of [...run.entries()].toReversed()) {
    const isLate = isHeldAt(key, nextOfReader)
    // A reader that presses several at once.
    if (isLate && heldFor(key, endedAt) <= HAND_MS && key.releasedAt !== undefined) return []
    if (isLate) typed.unshift(index)
    else nextOfReader = key.at
  }
  const last = run.length - 1
  // Such a reader, too, or a browser that tells of no releases.
  if (typed.length > run.length * MOST_TYPED || (typed.includes(last) && typed.includes(last - 1))) return []
  return typed.includes(last) ? 'unclear' : typed
}

/** Whether the first key of a reader's run was held as a person holds one, and the others were not. */
export function isFirstHeld([first, ...others]: readonly RunKey[], endedAt: number): boolean {
  if (first?.releasedAt === undefined) return false
  return first.releasedAt - first.at > Math.max(HAND_MS, 2 * paceOf(others, endedAt) + LATITUDE_MS)
}

/** Who pressed a key that stands alone before a reader's: one pause of a reader fits into the hold or behind it, not both. */
export function handOf(key: RunKey, next: readonly RunKey[], endedAt: number): 'reader' | 'person' | 'either' {
  const [first] = next
  // Nothing is told of releases here.
  if (!first || next.slice(0, -1).some(({ releasedAt }) => releasedAt === undefined)) return 'either'
  if (isHeldAt(key, first.at)) return 'person'
  const usual = paceOf(next, endedAt) + LATITUDE_MS
  if (heldFor(key, endedAt) <= usual) return 'reader'
  return first.at - (key.releasedAt ?? first.at) > usual ? 'person' : 'either'
}
