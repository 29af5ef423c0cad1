/** A key of a run, and how long it was held. */
export interface RunKey {
  /** Empty for a key that writes nothing. */
  char: string
  at: number
  /** The place of the key, by which its release is known. */
  code: string
  /** Absent while the key is held. */
  releasedAt?: number
  /** It went down again while it was down: two keyboards press it at once, or one repeats it. */
  isRepeat?: boolean
}

/** Who pressed a key, and whether the other is out of the question. */
export interface Hand {
  isPerson: boolean
  isSure: boolean
}

/** Nobody lets go of a key so soon. */
const HAND_MS = 25
/** A slow reader may hold its keys this long, a person hardly ever holds one so short. */
const LONGEST_OF_READER_MS = 55
const SHORTEST_OF_PERSON_MS = 60
/** Holds so near the limit may be either's. */
const DOUBT_MS = 4
/** A keyboard repeats a key that has been held for longer than this. */
const REPEAT_MS = 200
/** Events of one moment: the computer was busy, and took their times when it got to them. */
const MOMENT_MS = 1.5
/** Scans have more characters: fewer holds tell no pace of a reader. */
const FEWEST = 6

export const isRead = ({ char }: RunKey): boolean => char !== ''
export const holdOf = ({ at, releasedAt }: RunKey, now: number): number => (releasedAt ?? now) - at

/** The hold that separates a reader's keys from a person's: the middle of the widest gap between the holds of a run. */
export function limitOf(keys: readonly RunKey[], now: number): number {
  const holds = keys.map((key) => holdOf(key, now)).toSorted((one, other) => one - other)
  let [limit, widest] = [HAND_MS, 0]
  for (let index = FEWEST - 1; index < holds.length; index++) {
    const low = Math.max(holds[index] ?? 0, HAND_MS - DOUBT_MS)
    const high = Math.min(holds[index + 1] ?? SHORTEST_OF_PERSON_MS, SHORTEST_OF_PERSON_MS)
    if (low > LONGEST_OF_READER_MS || high - low <= widest) continue
    widest = high - low
    limit = (low + high) / 2
  }
  return limit
}

/** Some readers press several keys before they let go of the first. */
function pressesAtOnce(keys: readonly RunKey[], limit: number, now: number): boolean {
  const short = keys.filter((key) => holdOf(key, now) <= limit)
  const overlapped = short.filter((key, index) => {
    const next = short[index + 1]
    return next !== undefined && (key.releasedAt === undefined || key.releasedAt > next.at)
  })
  return overlapped.length * 2 > short.length
}

/** Whether a key went down again so soon that another keyboard has pressed it, too. */
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

/** Who pressed each key of a run; null where nothing was told of releases yet. */
export function handsOf(run: readonly RunKey[], now: number): Hand[] | null {
  const keys = run.filter(isRead)
  if (keys.every(({ releasedAt }) => releasedAt === undefined)) return null
  const limit = limitOf(keys, now)
  const isAtOnce = pressesAtOnce(keys, limit, now)
  return run.map((key, index) => {
    if (!isRead(key)) return { isPerson: true, isSure: true }
    // Of two that press one key at a time nobody knows which is whose: the first counts as the person's.
    if (isPressedTwice(run, index)) return { isPerson: true, isSure: false }
    const hold = holdOf(key, now)
    if (key.isRepeat) return { isPerson: !isSecond(run, index), isSure: false }
    // A reader lets go of a key before it presses its next: one that is still down is a person's.
    if (key.releasedAt === undefined)
      return { isPerson: hold > limit || !isAtOnce, isSure: isAtOnce || hold > limit + DOUBT_MS }
    return { isPerson: hold > limit, isSure: Math.abs(hold - limit) > DOUBT_MS || hold <= HAND_MS - DOUBT_MS }
  })
}

/** Whether a key was let go of in the very moment of the next: the computer was busy, and its hold tells nothing. */
export function isLate(run: readonly RunKey[], index: number, now: number): boolean {
  const { releasedAt } = run[index] ?? {}
  return releasedAt !== undefined && Math.abs((run[index + 1]?.at ?? now) - releasedAt) <= MOMENT_MS
}
