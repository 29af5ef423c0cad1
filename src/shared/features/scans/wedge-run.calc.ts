/** A key of the run that an Enter or Tab may end. */
export interface RunKey {
  id: number
  /** Null for a key that writes nothing, and for the repeats of a key that is held down. */
  char: string | null
  at: number
  /** The place of the key, by which its release is known. */
  code: string
  /** Absent while the key is held. */
  releasedAt?: number
  isRepeat: boolean
  /** It changes a field, so that somebody is at work there: a character, Backspace, an arrow. */
  isTyping: boolean
}

/** Nobody lets go of a key so soon. */
const HAND_MS = 25
/** Of more keys than these nobody can say that they are a person's: the reader is an unusual one. */
const MOST_TYPED = 1 / 3

const heldFor = (key: RunKey, now: number): number => (key.releasedAt ?? now) - key.at
const isHeldAt = ({ releasedAt }: RunKey, at: number): boolean => releasedAt === undefined || releasedAt > at

export const isDigit = ({ char }: RunKey): boolean => char !== null && char >= '0' && char <= '9'
export const textOf = (keys: readonly RunKey[]): string => keys.map(({ char }) => char ?? '').join('')

/** The average time from one key to the next, the Enter included. */
export const paceOf = (keys: readonly RunKey[], endedAt: number): number =>
  (endedAt - (keys[0]?.at ?? endedAt)) / Math.max(keys.length, 1)

/** The pauses between keys, without the one before the Enter. */
export const gapsOf = (keys: readonly RunKey[]): number[] =>
  keys.slice(1).map(({ at }, index) => at - (keys[index]?.at ?? at))

/**
 * The keys of a run that a person pressed: a reader lets go of each before it presses its next, and a person holds one longer.
 * `unclear`: the last one is still held, and nobody knows yet for how long.
 */
export function heldKeys(run: readonly RunKey[], endedAt: number): readonly RunKey[] | 'unclear' {
  const typed: RunKey[] = []
  let nextOfReader = endedAt
  for (const key of run.toReversed()) {
    const isLate = isHeldAt(key, nextOfReader)
    // A reader that presses several at once.
    if (isLate && heldFor(key, endedAt) <= HAND_MS && key.releasedAt !== undefined) return []
    if (isLate) typed.unshift(key)
    else nextOfReader = key.at
  }
  const [last, beforeLast] = run.toReversed()
  const isLastHeld = last !== undefined && typed.includes(last)
  // Such a reader, too, or a browser that tells of no releases.
  if (typed.length > run.length * MOST_TYPED) return []
  if (isLastHeld && beforeLast && typed.includes(beforeLast)) return []
  return isLastHeld ? 'unclear' : typed
}

/** Whether a person may have pressed one of the keys, as far as their releases tell. */
export function isByHand(run: readonly RunKey[], endedAt: number): boolean {
  const held = heldKeys(run, endedAt)
  return held === 'unclear' || held.length > 0
}
