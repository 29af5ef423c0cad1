import { type Hand, handsOf, isLate, isRead, type RunKey } from './wedge-hands.calc.ts'

export interface WedgeOptions {
  /** Fewest characters of a scan. */
  minLength: number
  /** Greatest average gap of a scan with its Enter, if no key releases are reported. */
  maxAverageMs: number
  /** The same if all keys were released as quickly as only readers do. */
  maxReleasedAverageMs: number
  /** Above this average only a long run of digits and letters counts as a scan of a slow reader. */
  slowAverageMs: number
  minSlowLength: number
  /** A longer gap ends a run. Gaps of 100 ms occur within scans; other products had to allow 150 ms. */
  maxGapMs: number
  /** A run this soon after reader keys is the rest of a torn scan; its shorter number would be another card. */
  tornMs: number
  /** A person is considered typing for this long after a key press. */
  typingMs: number
  /** Card numbers are hexadecimal, so letters may occur in them. */
  readsHex: boolean
}

export const wedgeOptions: WedgeOptions = {
  minLength: 6,
  maxAverageMs: 55,
  maxReleasedAverageMs: 75,
  slowAverageMs: 35,
  minSlowLength: 8,
  maxGapMs: 150,
  tornMs: 500,
  typingMs: 2000,
  readsHex: false,
}

/** State before a run. */
interface Before {
  /** Number of reader keys just before it that belong to no scan. */
  torn: number
  typedBefore: boolean
}

/** A character typed by a person, and its position among those of a scan. */
export interface TypedBetween {
  index: number
  char: string
}

interface Burst {
  /** Empty for a swipe without a number, or one mixed with typing. */
  value: string
  text: string
  length: number
  typed: readonly TypedBetween[]
}

/** A swipe without a number: sentinels only, or with the `E` of an unreadable track. */
const EMPTY_SWIPE = /^(?:[;%+]E?\?)+$/
const SECOND_TRACK = /;(\d+)(?:=[^?]*)?\?/
const ANY_TRACK = /^[;%+]([^?]*)\?$/

/** Minimum pause of a reader; it also exceeds a multiple of its average gap. */
const PAUSE_MS = 55
const PAUSE_OF_PACE = 3
/** Minimum length of coupons, pay codes and tickets. */
const LONG = 12
/** A person's key released this recently may have masked the same key of the reader. */
const OVERLAP_MS = 25
/** Minimum number of reader keys to recognise a scan mixed with a person's keys. */
const MIN_MIXED_KEYS = 4
/** Number of keys used to measure the pace. */
const PACE_OF = 11

/** Returns the number within magnetic-stripe sentinels, or the unchanged text. */
const withoutSentinels = (text: string): string => SECOND_TRACK.exec(text)?.[1] ?? ANY_TRACK.exec(text)?.[1] ?? text

const textOf = (keys: readonly RunKey[]): string => keys.map(({ char }) => char).join('')
const isFullCard = (text: string): boolean => /^\d{10}$/.test(text)
/** A card number with an extra digit: nothing scannable has eleven digits. */
const hasExtraDigit = (text: string): boolean => /^\d{11}$/.test(text)
/** Whether an added or missing character could not turn it into another valid card or badge. */
const isWhole = (text: string, { readsHex }: WedgeOptions): boolean =>
  isFullCard(text) || (text.length >= LONG && !(readsHex && /^[\da-f]+$/i.test(text)))
/** Ten digits of a card mixed with letters: nothing scannable has this format. */
const hasLetterAmong = (text: string): boolean =>
  /^(?:\d[\da-z]*|[a-z]\d+)$/i.test(text) && /[a-z]/i.test(text) && text.replaceAll(/\D/g, '').length === 10

/** Splits keys at pauses. */
function piecesOf(keys: readonly RunKey[]): RunKey[][] {
  const tail = keys.slice(-PACE_OF)
  const gaps = tail.slice(1).map((key, index) => key.at - (tail[index]?.at ?? key.at))
  const pace = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  const longest = Math.max(PAUSE_MS, PAUSE_OF_PACE * pace)
  const pieces: RunKey[][] = []
  for (const key of keys) {
    const piece = pieces.at(-1)
    const last = piece?.at(-1)
    if (piece && last && key.at - last.at <= longest) piece.push(key)
    else pieces.push([key])
  }
  return pieces
}

/**
 * Returns the keys of one scan among those possibly sent by a reader, and whether one of them may be a person's. A reader
 * may pause once; a single key before a full card is a person's.
 */
function ownKeys(keys: readonly RunKey[], { torn, typedBefore }: Before): { own: RunKey[]; isClear: boolean } {
  const pieces = piecesOf(keys)
  const last = pieces.at(-1) ?? []
  const before = pieces.at(-2)
  const isCard = isFullCard(textOf(last))
  if (!before) return { own: last, isClear: torn === 0 || (torn === 1 && isCard) }
  if (pieces.every((piece) => piece === last || piece.length === 1) && isCard) return { own: last, isClear: torn === 0 }
  const both = [...before, ...last]
  if (pieces.length > 2) return { own: before.length > 1 ? both : last, isClear: false }
  if (before.length <= 3 && isCard) return { own: last, isClear: false }
  return { own: both, isClear: torn === 0 && !(typedBefore && before.length === 1) }
}

/** Whether keys ended by an Enter at `endedAt` came at a reader's pace and form scannable text. */
function isBurst(keys: readonly RunKey[], endedAt: number, isReleased: boolean, options: WedgeOptions): boolean {
  const text = textOf(keys)
  const average = (endedAt - (keys[0]?.at ?? 0)) / keys.length
  if (EMPTY_SWIPE.test(text)) return average <= options.slowAverageMs
  if (keys.length < options.minLength || average > (isReleased ? options.maxReleasedAverageMs : options.maxAverageMs))
    return false
  if (average <= options.slowAverageMs) return true
  return (isReleased || keys.length >= options.minSlowLength) && /^[\w,-]+$/.test(text)
}

const ofReader: Hand = { isPerson: false, isSure: true }

/** A full card on its own, whose keys only seem to be held long because the computer was busy. */
function isCardOfBusyComputer(run: readonly RunKey[], endedAt: number, { torn, typedBefore }: Before): boolean {
  if (torn > 0 || typedBefore || !run.every(isRead) || !isFullCard(textOf(run))) return false
  const hands = handsOf(run, endedAt)
  if (hands === null) return false
  return hands.every(({ isPerson }, index) => !isPerson || isLate(run, index, endedAt))
}

/** Returns the scan at the end of a run ended by Enter or Tab, or null if a person typed it. */
export function burstOf(run: readonly RunKey[], endedAt: number, before: Before, options: WedgeOptions): Burst | null {
  const hands = isCardOfBusyComputer(run, endedAt, before) ? run.map(() => ofReader) : handsOf(run, endedAt)
  const handOf = (key: RunKey): Hand =>
    hands?.[run.indexOf(key)] ?? { isPerson: !isRead(key) || key.isRepeat === true, isSure: true }
  const read = run.filter((key) => !handOf(key).isPerson)
  const { own, isClear } = ownKeys(read, before)
  const [first] = own
  if (!first) return null
  const since = run.slice(run.indexOf(first))
  const isRest = since.length >= options.minLength && since.some((key) => handOf(key).isPerson)
  const isScan = isBurst(own, endedAt, hands !== null, options)
  if (!isScan && !(isRest && isBurst(own, endedAt, hands !== null, { ...options, minLength: MIN_MIXED_KEYS })))
    return null

  const text = textOf(own)
  const isLetter = ({ char }: RunKey) => /[a-z]/i.test(char)
  const hasLetters = !options.readsHex && hasLetterAmong(text)
  const isTyped = (key: RunKey) => !own.includes(key) || (hasLetters && isLetter(key))
  const written = since.filter(isRead)
  const typed = written.flatMap((key, index) => (isTyped(key) ? [{ index, char: key.char }] : []))
  const pace = (endedAt - first.at) / own.length
  const hasTyped = before.typedBefore || run.some((key) => isRead(key) && handOf(key).isPerson)
  // While a person holds a key, the reader's press of the same key may not be reported.
  const isOverlapped = run.some((key) => {
    const { isPerson } = handOf(key)
    return isPerson && isRead(key) && (key.releasedAt ?? endedAt) >= first.at - Math.max(OVERLAP_MS, 2 * pace)
  })
  const isDoubted = since.some((key) => {
    return isTyped(key) || !handOf(key).isSure
  })
  const isShort = hasTyped && !isWhole(text, options)
  const isMixed = !isScan || !isClear || hasLetters || hasExtraDigit(text) || isOverlapped || isDoubted || isShort
  const value = isMixed || EMPTY_SWIPE.test(text) ? '' : withoutSentinels(text)
  return { value, text, length: written.length, typed }
}
