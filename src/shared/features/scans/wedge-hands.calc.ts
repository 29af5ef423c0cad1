/** A key of a run with its hold time. */
export interface RunKey {
  /** Empty for a key without a character. */
  char: string
  at: number
  /** Physical key, to match its release. */
  code: string
  /** Absent while the key is held. */
  releasedAt?: number
  /** Pressed again while held: by a second keyboard, or by auto-repeat. */
  isRepeat?: boolean
}

/** Whether a person or a reader pressed a key, and whether that is certain. */
export interface Hand {
  isPerson: boolean
  isSure: boolean
}

/** A person never releases a key this quickly. */
const HAND_MS = 25
/** A slow reader may hold keys this long; a person rarely holds one this briefly. */
const MAX_READER_HOLD_MS = 55
const MIN_PERSON_HOLD_MS = 60
/** Holds this close to the limit are ambiguous. */
const DOUBT_MS = 4
/** Keyboards auto-repeat keys held for longer than this. */
const REPEAT_MS = 200
/** Events closer than this were queued by a busy computer and timestamped late. */
const MOMENT_MS = 1.5
/** Minimum number of holds to measure a reader's pace. */
const MIN_HOLDS = 6

export const isRead = ({ char }: RunKey): boolean => char !== ''
export const holdOf = ({ at, releasedAt }: RunKey, now: number): number => (releasedAt ?? now) - at

/** Returns the hold time in ms that separates reader keys from a person's: the middle of the widest gap between sorted holds. */
export function limitOf(keys: readonly RunKey[], now: number): number {
  const holds = keys.map((key) => holdOf(key, now)).toSorted((one, other) => one - other)
  let [limit, widest] = [HAND_MS, 0]
  for (let index = MIN_HOLDS - 1; index < holds.length; index++) {
    const low = Math.max(holds[index] ?? 0, HAND_MS - DOUBT_MS)
    const high = Math.min(holds[index + 1] ?? MIN_PERSON_HOLD_MS, MIN_PERSON_HOLD_MS)
    if (low > MAX_READER_HOLD_MS || high - low <= widest) continue
    widest = high - low
    limit = (low + high) / 2
  }
  return limit
}

/** Whether the reader presses several keys before it releases the first, as some do. */
function pressesAtOnce(keys: readonly RunKey[], limit: number, now: number): boolean {
  const short = keys.filter((key) => holdOf(key, now) <= limit)
  const overlapped = short.filter((key, index) => {
    const next = short[index + 1]
    return next !== undefined && (key.releasedAt === undefined || key.releasedAt > next.at)
  })
  return overlapped.length * 2 > short.length
}

/** Whether a key was repeated so soon that a second keyboard must have pressed it. */
function isSecond(run: readonly RunKey[], index: number): boolean {
  const key = run[index]
  if (!key?.isRepeat) return false
  const first = run.slice(0, index).findLast(({ code, isRepeat }) => code === key.code && !isRepeat)
  return first !== undefined && key.at - first.at <= REPEAT_MS
}

function isPressedTwice(run: readonly RunKey[], index: number): boolean {
  const key = run[index]
  if (!key || key.isRepeat) return false
  const next = run.findIndex(({ code }, other) => other > index && code === key.code)
  return next > 0 && isSecond(run, next)
}

/** Returns who pressed each key of a run, or null if no releases were reported yet. */
export function handsOf(run: readonly RunKey[], now: number): Hand[] | null {
  const keys = run.filter(isRead)
  if (keys.every(({ releasedAt }) => releasedAt === undefined)) return null
  const limit = limitOf(keys, now)
  const isAtOnce = pressesAtOnce(keys, limit, now)
  return run.map((key, index) => {
    if (!isRead(key)) return { isPerson: true, isSure: true }
    // Two simultaneous presses of one key are indistinguishable: the first counts as the person's.
    if (isPressedTwice(run, index)) return { isPerson: true, isSure: false }
    const hold = holdOf(key, now)
    if (key.isRepeat) return { isPerson: !isSecond(run, index), isSure: false }
    // A reader releases each key before the next one, so a key that is still down is a person's.
    if (key.releasedAt === undefined)
      return { isPerson: hold > limit || !isAtOnce, isSure: isAtOnce || hold > limit + DOUBT_MS }
    return { isPerson: hold > limit, isSure: Math.abs(hold - limit) > DOUBT_MS || hold <= HAND_MS - DOUBT_MS }
  })
}

/** Whether a key's release coincides with the next press: the computer was busy, and the hold time is meaningless. */
export function isLate(run: readonly RunKey[], index: number, now: number): boolean {
  const { releasedAt } = run[index] ?? {}
  return releasedAt !== undefined && Math.abs((run[index + 1]?.at ?? now) - releasedAt) <= MOMENT_MS
}
