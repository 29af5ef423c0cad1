import { charOfKey, isModifierKey, isSuffixKey, type WedgeKey } from './key-text.calc.ts'

interface WedgeOptions {
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
}

const defaultWedgeOptions: WedgeOptions = {
  minLength: 6,
  maxAverageMs: 55,
  slowAverageMs: 35,
  minSlowLength: 8,
  maxGapMs: 150,
  tornMs: 500,
}

/** A run of characters that may become a scan, and when the last scan ended. */
interface WedgeState {
  text: string
  firstAt: number
  lastAt: number
  torn: boolean
  scanEndedAt: number
}

export const idleWedge: WedgeState = {
  text: '',
  firstAt: 0,
  lastAt: 0,
  torn: false,
  scanEndedAt: Number.NEGATIVE_INFINITY,
}

type WedgeVerdict =
  /** No part of a scan as far as can be told. */
  | { kind: 'pass' }
  /** A character that begins a run (`first`) or goes on with it; it may still turn out to be typing. */
  | { kind: 'char'; first: boolean }
  /** The Enter or Tab of a scan: `value` is empty for a swipe without a number. */
  | { kind: 'scan'; value: string }
  /** A further Enter or Tab of the scan just seen (readers that send CR and LF). */
  | { kind: 'swallow' }

const reset = (state: WedgeState): WedgeState => ({ ...idleWedge, scanEndedAt: state.scanEndedAt })

/** What a reader sends for a swipe without a number: its sentinels alone, or with the E of a track it could not read. */
const emptySwipe = /^(?:[;%+]E?\?)+$/
const secondTrack = /;(\d+)(?:=[^?]*)?\?/
const anyTrack = /^[;%+]([^?]*)\?$/

/** The number inside the sentinels of a magnetic-stripe reader, or the text as it is. */
const withoutSentinels = (text: string): string => secondTrack.exec(text)?.[1] ?? anyTrack.exec(text)?.[1] ?? text

function scanOf(state: WedgeState, endedAt: number, options: WedgeOptions): string | null {
  const average = (endedAt - state.firstAt) / state.text.length
  if (emptySwipe.test(state.text)) return average <= options.slowAverageMs ? '' : null
  if (state.text.length < options.minLength || average > options.maxAverageMs) return null
  if (average > options.slowAverageMs && !(state.text.length >= options.minSlowLength && /^[\w,-]+$/.test(state.text)))
    return null
  return withoutSentinels(state.text)
}

/** Whether the run that a pause has just ended looks like a reader's: its next characters must not count alone. */
function tears(state: WedgeState, gap: number, options: WedgeOptions): boolean {
  if (state.text === '' || gap < 0 || gap > options.tornMs) return false
  const gaps = state.text.length - 1
  return state.torn || gaps === 0 || (state.lastAt - state.firstAt) / gaps <= options.maxAverageMs
}

/**
 * Tells a keyboard reader from a person, one key at a time, by nothing but the keys and their times.
 *
 * A run is judged when its Enter or Tab comes: by the average gap including that key, by its length and by its pattern.
 * A single gap of up to 150 ms is allowed, since the average shows a person all the same. Characters that a person typed
 * within 150 ms of a swipe stay part of the run: a longer value is refused later, a shortened one could be another card.
 */
export function wedgeStep(
  state: WedgeState,
  key: WedgeKey,
  options: WedgeOptions = defaultWedgeOptions,
): { state: WedgeState; verdict: WedgeVerdict } {
  if (isModifierKey(key)) return { state, verdict: { kind: 'pass' } }
  if (key.command || key.repeat) return { state: reset(state), verdict: { kind: 'pass' } }

  const gap = key.at - state.lastAt
  const running = state.text !== '' && gap >= 0 && gap <= options.maxGapMs

  if (isSuffixKey(key)) {
    const value = running && !state.torn ? scanOf(state, key.at, options) : null
    if (value !== null) return { state: { ...idleWedge, scanEndedAt: key.at }, verdict: { kind: 'scan', value } }
    const sinceScan = key.at - state.scanEndedAt
    const follows = state.text === '' && sinceScan >= 0 && sinceScan <= options.slowAverageMs
    return { state: reset(state), verdict: { kind: follows ? 'swallow' : 'pass' } }
  }

  const char = charOfKey(key)
  if (char === null) return { state: reset(state), verdict: { kind: 'pass' } }
  return {
    state: {
      ...state,
      text: running ? state.text + char : char,
      firstAt: running ? state.firstAt : key.at,
      lastAt: key.at,
      torn: running ? state.torn : tears(state, gap, options),
    },
    verdict: { kind: 'char', first: !running },
  }
}
