import { handOf, isFirstHeld, type RunKey, typedPlaces } from './wedge-hands.calc.ts'

export interface WedgeOptions {
  /** Fewest characters of a scan. */
  minLength: number
  /** Greatest average gap of a scan, its Enter included: slow readers need up to 50 ms, a person at least 60. */
  maxAverageMs: number
  /** Above this average only a long run of digits and letters passes, as a slow reader sends one. */
  slowAverageMs: number
  minSlowLength: number
  /** A single longer gap ends a run: gaps of 100 ms happen inside a scan, and other tills had to allow 150 ms. */
  maxGapMs: number
  /** A run that begins this soon after fast characters is the rest of a torn scan: a shorter number is another card. */
  tornMs: number
  /** A person who pressed a key this short a time ago is typing. */
  typingMs: number
}

export const wedgeOptions: WedgeOptions = {
  minLength: 6,
  maxAverageMs: 55,
  slowAverageMs: 35,
  minSlowLength: 8,
  maxGapMs: 150,
  tornMs: 500,
  typingMs: 2000,
}

/** What is known of the time before a run. */
interface Before {
  torn: boolean
  /** The last key before it, with a longer pause between them. */
  keyBefore: RunKey | null
  typedBefore: boolean
}

/** And of the run's end. */
interface Known extends Omit<Before, 'keyBefore'> {
  endedAt: number
}

/** A character that a person typed, and its place among those of a scan. */
export interface TypedBetween {
  index: number
  char: string
}

interface Burst {
  value: string
  length: number
  typed: readonly TypedBetween[]
}

/** What a reader sends for a swipe without a number: its sentinels alone, or with the E of a track it could not read. */
const EMPTY_SWIPE = /^(?:[;%+]E?\?)+$/
const SECOND_TRACK = /;(\d+)(?:=[^?]*)?\?/
const ANY_TRACK = /^[;%+]([^?]*)\?$/

/** The number inside the sentinels of a magnetic-stripe reader, or the text as it is. */
const withoutSentinels = (text: string): string => SECOND_TRACK.exec(text)?.[1] ?? ANY_TRACK.exec(text)?.[1] ?? text

const textOf = (keys: readonly RunKey[]): string => keys.map(({ char }) => char).join('')
const isDigits = (text: string): boolean => /^\d+$/.test(text)

/** A letter among the ten digits of a card: nothing that is scanned looks like that. */
const cardWithLetter = (text: string) => (text.length === 11 ? /^(\d+)([a-z])(\d+)$/i.exec(text) : null)

/** No card has more digits: what stands in front of them was typed. */
const isFullCard = (text: string): boolean => /^\d{10}$/.test(text) || cardWithLetter(text) !== null

/** A run in pieces of a reader's pace: what stands between them is a pause of a reader or the pace of a person. */
function piecesOf(run: readonly RunKey[], endedAt: number, { maxAverageMs }: WedgeOptions): RunKey[][] {
  const pieces: RunKey[][] = []
  for (const key of run) {
    const piece = pieces.at(-1)
    const last = piece?.at(-1)
    if (piece && last && key.at - last.at <= maxAverageMs) piece.push(key)
    else pieces.push([key])
  }
  const last = pieces.at(-1) ?? []
  return isFirstHeld(last, endedAt) ? [...pieces.slice(0, -1), last.slice(0, 1), last.slice(1)] : pieces
}

/** Those of a reader behind a key that stands alone: with it, without it, or `unclear`. */
function behindOne(one: RunKey, last: RunKey[], { torn, typedBefore, endedAt }: Known): RunKey[] | 'unclear' {
  const text = textOf(last)
  if (isFullCard(text)) return last
  const hand = handOf(one, last, endedAt)
  if (hand === 'person') return last
  if (hand === 'reader') return torn ? 'unclear' : [one, ...last]
  if (isDigits(text) && !isDigits(one.char)) return last
  return typedBefore && !isDigits(text) ? last : 'unclear'
}

/**
 * The keys of a run that came from a reader, or `unclear` where one of a person could be one of them. A reader may pause
 * once: what comes before a pause is its own if it shows a reader's pace, or if it was not held as a person holds a key.
 */
function ownKeys(run: readonly RunKey[], known: Known, options: WedgeOptions): RunKey[] | 'unclear' {
  const pieces = piecesOf(run, known.endedAt, options)
  const last = pieces.at(-1) ?? []
  const before = pieces.at(-2)
  const lastText = textOf(last)
  if (/^[;%]/.test(lastText)) return last
  if (!before) return known.torn && !isFullCard(lastText) ? 'unclear' : last

  const typedBefore = known.typedBefore || pieces.slice(0, -2).some(({ length }) => length === 1)
  const [one] = before
  if (one && before.length === 1) return behindOne(one, last, { ...known, typedBefore })
  if (typedBefore && before.length <= 3 && isFullCard(lastText)) return last
  const both = [...before, ...last]
  if (isFullCard(textOf(both))) return both
  const third = pieces.at(-3)
  const mayLackOne = third !== undefined && (third.length > 1 || (isDigits(textOf(third)) && isDigits(textOf(both))))
  return known.torn || mayLackOne ? 'unclear' : both
}

/** Whether keys that end with an Enter at a time came at a reader's pace and look like something that it reads. */
function isBurst(keys: readonly RunKey[], endedAt: number, options: WedgeOptions): boolean {
  const text = textOf(keys)
  const average = (endedAt - (keys[0]?.at ?? 0)) / keys.length
  if (EMPTY_SWIPE.test(text)) return average <= options.slowAverageMs
  if (keys.length < options.minLength || average > options.maxAverageMs) return false
  return average <= options.slowAverageMs || (keys.length >= options.minSlowLength && /^[\w,-]+$/.test(text))
}

/** The scan at the end of a run that an Enter or Tab has ended, or null where a person typed. */
export function burstOf(run: readonly RunKey[], endedAt: number, before: Before, options: WedgeOptions): Burst | null {
  const places = typedPlaces(run, endedAt)
  const typedAt = places === 'unclear' ? [] : places
  const rest = run.filter((_, index) => !typedAt.includes(index))
  const isAfterTyping = before.keyBefore !== null && handOf(before.keyBefore, rest, endedAt) === 'person'
  const typedBefore = before.typedBefore || isAfterTyping || typedAt.length > 0
  const known = { torn: before.torn && !isAfterTyping, typedBefore, endedAt }
  const own = places === 'unclear' ? 'unclear' : ownKeys(rest, known, options)
  const keys = own === 'unclear' ? (piecesOf(rest, endedAt, options).at(-1) ?? []) : own
  if (!isBurst(keys, endedAt, options)) return null

  const [first] = keys
  const from = first ? run.indexOf(first) : 0
  const length = run.length - from
  const text = textOf(keys)
  const between = typedAt.filter((index) => index > from)
  const typed = between.map((index) => ({ index: index - from, char: run[index]?.char ?? '' }))
  if (own === 'unclear' || EMPTY_SWIPE.test(text)) return { value: '', length, typed }
  const [, left, char, right] = typed.length > 0 ? [] : (cardWithLetter(text) ?? [])
  if (left && char && right) return { value: left + right, length, typed: [{ index: left.length, char }] }
  return { value: withoutSentinels(text), length, typed }
}
