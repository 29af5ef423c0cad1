import type { CardFormat } from '#shared/ipc/devices.ts'
import { gapsOf, heldKeys, isByHand, isDigit, paceOf, type RunKey, textOf } from './wedge-run.calc.ts'

/** What the keyboard readers of this place are known to send. */
export interface WedgeShapes {
  format: CardFormat
  /** How the badges of this venue begin; empty where that is not set. */
  badgePrefix: string
}

export const usualShapes: WedgeShapes = { format: 'decimal10', badgePrefix: '' }

/** Digits further apart than this do not belong to one number: a reader on a busy machine may pause for 400 ms. */
export const APART_MS = 500
/** Who pressed a key so short a time ago is typing. */
const TYPING_MS = 1000
/** The average of a card of ten digits, its Enter included. Nobody types ten digits so fast. */
const CARD_PACE_MS = 65
/** The average of any other text: two people and a slow reader together are not so fast. A slow reader sends cards. */
const TEXT_PACE_MS = 20
/** Six keys and more so close to each other are a reader's, whatever they are. */
const DENSE_PACE_MS = 35
/** A longer pause makes a text doubtful whose length nobody knows: a person may have pressed what stands before it. */
export const MAX_GAP_MS = 65
/** The Enter of a reader may come later than its other keys. */
const MAX_ENTER_GAP_MS = 150
/** Two keys of a person are hardly ever so close, and never several times in a row. */
const CLUMP_MS = 25
/** Somebody who types letters and digits in turn is slower than this. */
const MIXED_PACE_MS = 90
const MIN_LENGTH = 6
const MIN_SLOW_LENGTH = 8
/** The last keys, in which a scan that was mixed with typing shows itself. */
const LAST = 16

interface Known {
  /** When somebody last typed before the run. */
  typedAt: number
  /** When the last digit came that no scan has taken, before the run. */
  digitAt: number
  /** A reader here leaves out leading zeros, so that ten digits may be nine and one that was typed. */
  readsShort: boolean
  shapes: WedgeShapes
}

export type Judgement =
  /** A person pressed it. */
  | { kind: 'pass' }
  /** `isSure`: nothing that is typed can make it; else it counts when nothing is typed right after it. */
  | { kind: 'scan'; value: string; own: readonly RunKey[]; isSure: boolean }
  /** A scan and typing came together. Nobody knows the number; `own` are keys that are certainly the reader's. */
  | { kind: 'mixed'; own: readonly RunKey[] }

/** What a reader sends for a swipe without a number: its sentinels alone, or with the E of a track it could not read. */
const EMPTY_SWIPE = /^(?:[;%+]E?\?)+$/
const SECOND_TRACK = /;(\d+)(?:=[^?]*)?\?/
const ANY_TRACK = /^[;%+]([^?]*)\?$/
/** A full card at the end of what was pressed, bare or between the sentinels of a magnetic stripe. */
const CARD_AT_END = /(?:;(\d{10})(?:=\d*)?\?|(\d{10}))$/
const CARD_LENGTH = 10
/** Nobody holds a key for a shorter time. */
const SHORTEST_HOLD_MS = 40
/** A longer text is no card into which somebody typed. */
const MOST_MIXED = 20

/** The number inside the sentinels of a magnetic-stripe reader, or the text as it is. */
const withoutSentinels = (text: string): string => SECOND_TRACK.exec(text)?.[1] ?? ANY_TRACK.exec(text)?.[1] ?? text

const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** The longest pause of a reader that nothing disturbs. */
const usualGap = (keys: readonly RunKey[]): number => Math.max(30, 2 * middleOf(gapsOf(keys)))

/** Which pauses between the digits of a card are no reader's usual ones. */
function latePauses(digits: readonly RunKey[]): number[] {
  const usual = usualGap(digits)
  return gapsOf(digits).flatMap((gap, index) => (gap > usual ? [index] : []))
}

/** Several long pauses, or one behind the first digit: what a person typed may stand before them. */
const isTorn = (late: readonly number[]): boolean => late.length > 1 || late[0] === 0

/** The characters after the last key that writes nothing. */
function lastChars(run: readonly RunKey[]): readonly RunKey[] {
  return run.slice(run.findLastIndex(({ char }) => char === null) + 1)
}

/** The card of ten digits right before the Enter, if no other reading of the keys is possible. */
function cardOf(run: readonly RunKey[], endedAt: number, { digitAt, readsShort }: Known): Judgement | null {
  const chars = lastChars(run)
  const [sent, inSentinels, bare] = CARD_AT_END.exec(textOf(chars)) ?? []
  const value = inSentinels ?? bare
  if (sent === undefined || value === undefined) return null
  const own = chars.slice(-sent.length)
  const [first] = own
  if (!first || paceOf(own, endedAt) > CARD_PACE_MS || isByHand(own, endedAt)) return null
  const before = run.slice(0, run.indexOf(first))
  // A digit shortly before it may be a part of it, and then one that was typed stands among the ten.
  const lastDigitAt = before.findLast(isDigit)?.at ?? digitAt
  if (first.at - lastDigitAt <= APART_MS) return null
  // A letter at the reader's own pace may be the beginning of another code.
  const usual = usualGap(own)
  // At a slower pace two digits may be typed and the Enter be a person's, before the reader has come to its end.
  const late = latePauses(own)
  const isEven = late.length === 0
  if (isTorn(late) || (readsShort && !isEven)) return null
  const isSure = paceOf(own, endedAt) <= TEXT_PACE_MS && isEven
  const isAdjacent = chars.length > own.length && first.at - (before.at(-1)?.at ?? first.at) <= usual
  return inSentinels === undefined && isAdjacent ? null : { kind: 'scan', value, own, isSure }
}

/** Whether a text has a shape that this place has set: a badge, or a card as hexadecimal bytes. */
const isKnownCode = (text: string, { format, badgePrefix }: WedgeShapes): boolean =>
  (badgePrefix !== '' && text.toLowerCase().startsWith(badgePrefix.toLowerCase())) ||
  (format === 'hex' && /^(?:[0-9a-f]{2}){4,10}$/i.test(text))

/** Whether a text may be what a reader sends here, and not a card that letters or digits got into. */
function isCode(text: string, pace: number, shapes: WedgeShapes): boolean {
  if (isKnownCode(text, shapes)) return true
  if (shapes.format === 'hex' && /^[0-9a-f]{8,20}$/i.test(text)) return false
  const isFast = pace <= TEXT_PACE_MS
  // Codes of eleven to fifteen digits are rare, and a card with a few more is one of them.
  if (/^\d+$/.test(text)) return text.length < CARD_LENGTH || text.length > 15 || (isFast && text.length > 11)
  const [, prefix = ''] = /^([a-z]*)\d+$/i.exec(text) ?? []
  if (prefix.length > 1) return isFast
  const count = text.replaceAll(/\D/g, '').length
  return !/[a-z]/i.test(text) || text.length > MOST_MIXED || count < CARD_LENGTH || count > CARD_LENGTH + 3
}

/** The text of a whole run at a reader's pace, where nobody was typing before. */
function codeOf(run: readonly RunKey[], endedAt: number, { typedAt, shapes }: Known): Judgement | null {
  const own = lastChars(run)
  const [first] = own
  if (!first) return null
  const before = run.slice(0, -own.length).findLast(({ isTyping }) => isTyping)
  if (first.at - (before?.at ?? typedAt) <= TYPING_MS) return null
  const text = textOf(own)
  const pace = paceOf(own, endedAt)
  if (EMPTY_SWIPE.test(text)) return pace <= DENSE_PACE_MS ? { kind: 'scan', value: '', own, isSure: true } : null
  const isSlow = own.length >= MIN_SLOW_LENGTH && (/^[\d,]+$/.test(text) || isKnownCode(text, shapes))
  if (own.length < MIN_LENGTH || pace > (isSlow ? CARD_PACE_MS : TEXT_PACE_MS)) return null
  const enterGap = endedAt - (own.at(-1)?.at ?? endedAt)
  const mostGap = Math.min(MAX_GAP_MS, usualGap(own))
  if (Math.max(...gapsOf(own)) > mostGap || enterGap > MAX_ENTER_GAP_MS || isByHand(own, endedAt)) return null
  return isCode(text, pace, shapes) ? { kind: 'scan', value: withoutSentinels(text), own, isSure: false } : null
}

/** Whether so many keys came so close to each other that a reader pressed some of them. */
function isDense(keys: readonly RunKey[], endedAt: number): boolean {
  for (let count = MIN_LENGTH; count <= keys.length; count++) {
    const last = keys.slice(-count)
    const pace = paceOf(last, endedAt)
    if (pace <= DENSE_PACE_MS || (pace <= CARD_PACE_MS && last.some(isDigit))) return true
  }
  return false
}

/** Keys in heaps: on a busy machine a reader's keys come late and then all at once. */
const isClumped = (keys: readonly RunKey[]): boolean =>
  keys.filter(isDigit).length >= MIN_LENGTH && gapsOf(keys).filter((gap) => gap <= CLUMP_MS).length >= 3

/** Whether a reader pressed some of the last keys, one of which was an Enter or Tab. */
function hasReader(run: readonly RunKey[], endedAt: number): boolean {
  const keys = run.filter(({ isRepeat }) => !isRepeat)
  const last = keys.slice(-LAST)
  if (isDense(keys, endedAt) || isClumped(last)) return true
  const isInTurn = last.filter(isDigit).length >= MIN_LENGTH && /\d[a-z]+\d/i.test(textOf(last))
  return isInTurn && paceOf(last, endedAt) <= MIXED_PACE_MS
}

/** The digits at the end of a run that may be one number, whatever stands between them. */
function digitsOf(run: readonly RunKey[]): readonly RunKey[] {
  const digits: RunKey[] = []
  for (const key of run.filter(isDigit).toReversed()) {
    const [next] = digits
    if (next && next.at - key.at > APART_MS) break
    digits.unshift(key)
  }
  return digits
}

/** The keys of a mixture that are certainly the reader's: digits whose count is a card's, with none that was typed. */
function certainlyRead(run: readonly RunKey[], endedAt: number, { readsShort, digitAt }: Known): readonly RunKey[] {
  const digits = digitsOf(run)
  const [first] = digits
  if (!first || readsShort || first.at - digitAt <= APART_MS) return []
  const together = run.slice(run.indexOf(first))
  if (together.some(({ char }) => char === null)) return []
  if (paceOf(together, endedAt) > CARD_PACE_MS && !isClumped(together)) return []
  const held = heldKeys(digits, endedAt)
  if (held === 'unclear' || held.some(({ at, releasedAt = endedAt }) => releasedAt - at < SHORTEST_HOLD_MS)) return []
  const own = digits.filter((key) => !held.includes(key))
  return own.length === CARD_LENGTH && !isTorn(latePauses(own)) ? own : []
}

/**
 * What an Enter or Tab ends: a scan, typing, or both at once.
 *
 * Times alone do not tell a slow reader's keys from a person's. So a number counts only where what was pressed has no other
 * reading; where it has, nothing is looked up, and only what is certainly the reader's is taken out of the fields.
 */
export function judge(run: readonly RunKey[], endedAt: number, known: Known): Judgement {
  const scan = cardOf(run, endedAt, known) ?? codeOf(run, endedAt, known)
  if (scan) return scan
  return hasReader(run, endedAt) ? { kind: 'mixed', own: certainlyRead(run, endedAt, known) } : { kind: 'pass' }
}
