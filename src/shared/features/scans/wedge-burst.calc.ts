import { type Hand, handsOf, isLate, isRead, type RunKey } from './wedge-hands.calc.ts'

export interface WedgeOptions {
  /** Fewest characters of a scan. */
  minLength: number
  /** Greatest average gap of a scan, its Enter included, where nothing is told of releases. */
  maxAverageMs: number
  /** And where every key was let go of as only readers do. */
  maxReleasedAverageMs: number
  /** Above this average only a long run of digits and letters passes, as a slow reader sends one. */
  slowAverageMs: number
  minSlowLength: number
  /** A single longer gap ends a run: gaps of 100 ms happen inside a scan, and other tills had to allow 150 ms. */
  maxGapMs: number
  /** A run that begins this soon after keys of a reader is the rest of a torn scan: a shorter number is another card. */
  tornMs: number
  /** A person who pressed a key this short a time ago is typing. */
  typingMs: number
  /** Letters may stand anywhere in the number of a card. */
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

/** What is known of the time before a run. */
interface Before {
  /** How many keys of a reader came just before it and belong to no scan. */
  torn: number
  typedBefore: boolean
}

/** A character that a person typed, and its place among those of a scan. */
export interface TypedBetween {
  index: number
  char: string
}

interface Burst {
  /** Empty for a swipe without a number, and for one that was mixed with typing. */
  value: string
  text: string
  length: number
  typed: readonly TypedBetween[]
}

/** What a reader sends for a swipe without a number: its sentinels alone, or with the E of a track it could not read. */
const EMPTY_SWIPE = /^(?:[;%+]E?\?)+$/
const SECOND_TRACK = /;(\d+)(?:=[^?]*)?\?/
const ANY_TRACK = /^[;%+]([^?]*)\?$/

/** A pause of a reader is longer than this, and than its pace so many times over. */
const PAUSE_MS = 55
const PAUSE_OF_PACE = 3
/** Coupons, pay codes and tickets have at least as many characters. */
const LONG = 12
/** A key of a person that was let go of so short a time before may have covered one of the reader's. */
const OVERLAP_MS = 25
/** As many keys of a reader tell that a scan was mixed, where somebody held the others. */
const FEWEST_OF_MIXED = 4
/** Keys by which the pace is told. */
const PACE_OF = 11

/** The number inside the sentinels of a magnetic-stripe reader, or the text as it is. */
const withoutSentinels = (text: string): string => SECOND_TRACK.exec(text)?.[1] ?? ANY_TRACK.exec(text)?.[1] ?? text

const textOf = (keys: readonly RunKey[]): string => keys.map(({ char }) => char).join('')
const isFullCard = (text: string): boolean => /^\d{10}$/.test(text)
/** A card with a digit too many: nothing that is scanned has eleven. */
const hasExtraDigit = (text: string): boolean => /^\d{11}$/.test(text)
/** Whether a character more or less makes no other card of it, nor the badge of another colleague. */
const isWhole = (text: string, { readsHex }: WedgeOptions): boolean =>
  isFullCard(text) || (text.length >= LONG && !(readsHex && /^[\da-f]+$/i.test(text)))
/** The ten digits of a card with letters among them, or one beside them: nothing that is scanned looks like that. */
const hasLetterAmong = (text: string): boolean =>
  /^(?:\d[\da-z]*|[a-z]\d+)$/i.test(text) && /[a-z]/i.test(text) && text.replaceAll(/\D/g, '').length === 10

/** Splits keys where the reader, or somebody, paused. */
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
 * The keys of one scan among those that a reader may have pressed, and whether one of them may be another's. A reader
 * may pause once; a single key before a full card is somebody's who is quick.
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

/** Whether keys that end with an Enter at a time came at a reader's pace and look like something that it reads. */
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

/** A full card by itself, of which keys seem to be held long only because the computer was busy. */
function isCardOfBusyComputer(run: readonly RunKey[], endedAt: number, { torn, typedBefore }: Before): boolean {
  if (torn > 0 || typedBefore || !run.every(isRead) || !isFullCard(textOf(run))) return false
  const hands = handsOf(run, endedAt)
  if (hands === null) return false
  return hands.every(({ isPerson }, index) => !isPerson || isLate(run, index, endedAt))
}

/** The scan at the end of a run that an Enter or Tab has ended, or null where a person typed. */
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
  if (!isScan && !(isRest && isBurst(own, endedAt, hands !== null, { ...options, minLength: FEWEST_OF_MIXED })))
    return null

  const text = textOf(own)
  const isLetter = ({ char }: RunKey) => /[a-z]/i.test(char)
  const hasLetters = !options.readsHex && hasLetterAmong(text)
  const isTyped = (key: RunKey) => !own.includes(key) || (hasLetters && isLetter(key))
  const written = since.filter(isRead)
  const typed = written.flatMap((key, index) => (isTyped(key) ? [{ index, char: key.char }] : []))
  const pace = (endedAt - first.at) / own.length
  const hasTyped = before.typedBefore || run.some((key) => isRead(key) && handOf(key).isPerson)
  // A key that a person still held: the same key of the reader may never have been told of.
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
