import { charOfKey, isModifierKey, isSuffixKey, type WedgeKey } from './key-text.calc.ts'
import { burstOf, type TypedBetween, type WedgeOptions, wedgeOptions } from './wedge-burst.calc.ts'
import { holdOf, isRead, limitOf, type RunKey } from './wedge-hands.calc.ts'

/** The held Enter of a scan; until its release it is unknown who pressed it. */
interface Ending {
  code: string
  at: number
  /** Longest hold of a reader, in ms. */
  longestMs: number
  /** By this time after the Enter a reader would have continued. */
  goesOnMs: number
}

/** State of the detector: the current run of keys, what preceded it, and the end of the last scan. */
interface WedgeState {
  run: readonly RunKey[]
  /** Number of reader keys shortly before the run, which may be the rest of a torn scan. */
  torn: number
  /** Time of the last typed character outside scans. */
  typedAt: number
  scanEndedAt: number
  ending: Ending | null
}

export const idleWedge: WedgeState = {
  run: [],
  torn: 0,
  typedAt: Number.NEGATIVE_INFINITY,
  scanEndedAt: Number.NEGATIVE_INFINITY,
  ending: null,
}

export interface WedgeScan {
  kind: 'scan'
  /** Empty for a swipe without a number or mixed with typing: the guest must swipe again. */
  value: string
  /** The full text sent by the reader. */
  text: string
  /** Number of last characters that belong to the scan, including typed ones between them. */
  length: number
  typed: readonly TypedBetween[]
}

type WedgeVerdict =
  /** Not part of a scan. */
  | { kind: 'pass' }
  /** A character that starts (`first`) or continues a run; it may still turn out to be typed. */
  | { kind: 'char'; first: boolean }
  /** The Enter or Tab of a scan. It counts once `wedgeRelease` attributes it to a reader. */
  | WedgeScan
  /** A further Enter or Tab of the last scan (readers that send CR and LF). */
  | { kind: 'swallow' }

/** Who pressed the Enter of a scan: the reader at its end, or possibly a person in the middle. */
type Ended = 'reader' | 'person' | null

interface WedgeStep {
  state: WedgeState
  verdict: WedgeVerdict
  /** Who pressed the Enter of the previous scan, once known (`wedgeRelease`). */
  ended: Ended
}

/** A reader continues within this time after another keyboard's key. */
const GOES_ON_MS = 75
/** Value of `torn` that makes a number of any length suspect. */
const TORN_BY_ENTER = 2

const lastAtOf = ({ run, typedAt }: WedgeState): number => run.at(-1)?.at ?? typedAt

/** Discards the run: its characters were typed. */
const reset = (state: WedgeState): WedgeState => ({
  ...idleWedge,
  typedAt: lastAtOf(state),
  scanEndedAt: state.scanEndedAt,
})

const wasTyping = (state: WedgeState, at: number, { typingMs }: WedgeOptions): boolean => at - state.typedAt <= typingMs

/** Returns how many keys at the end of the interrupted run may be a reader's, so that the rest is not read as a full number. */
function tornBy(state: WedgeState, at: number, gap: number, options: WedgeOptions): number {
  if (gap < 0 || gap > options.tornMs) return 0
  const keys = state.run.filter(isRead)
  const limit = limitOf(keys, at)
  const lastOfPerson = keys.findLastIndex((key, index) => {
    const next = keys[index + 1]
    return holdOf(key, at) > limit || (next !== undefined && next.at - key.at > options.maxReleasedAverageMs)
  })
  const isBlind = keys.every(({ releasedAt }) => releasedAt === undefined)
  if (!isBlind) return keys.length - 1 - lastOfPerson
  // Without reported releases only the pace can decide.
  const [first] = keys
  const last = keys.at(-1)
  if (!first || !last) return 0
  if (keys.length === 1) return state.torn > 0 || !wasTyping(state, first.at, options) ? 1 : 0
  return (last.at - first.at) / (keys.length - 1) <= options.maxAverageMs ? keys.length : 0
}

/** Limit of a run: only the end of a long, fast typed text can be a scan. */
const MAX_RUN_LENGTH = 256

const withKey = (run: readonly RunKey[], key: RunKey): RunKey[] => [...run, key].slice(-MAX_RUN_LENGTH)

/** Whether a key continues the run; after a key without a character only a reader does, immediately. */
function goesOn({ run }: WedgeState, gap: number, options: WedgeOptions): boolean {
  const last = run.at(-1)
  return last !== undefined && gap >= 0 && gap <= (isRead(last) ? options.maxGapMs : GOES_ON_MS)
}

/** Adds a key without a character to the run, so that a scan around it is recognised as mixed. */
const withOther = (state: WedgeState, key: WedgeKey, isRunning: boolean): WedgeState =>
  isRunning ? { ...state, run: withKey(state.run, { char: '', at: key.at, code: key.code || key.key }) } : reset(state)

/** Handles the Enter or Tab at the end of a run. */
function end(state: WedgeState, key: WedgeKey, isRunning: boolean, options: WedgeOptions): Omit<WedgeStep, 'ended'> {
  const [first] = state.run
  const typedBefore = first !== undefined && wasTyping(state, first.at, options)
  const burst = isRunning ? burstOf(state.run, key.at, { torn: state.torn, typedBefore }, options) : null
  if (burst) {
    const { value, text, length, typed } = burst
    const written = state.run.filter(isRead)
    const own = written.slice(-length)
    const from = own[0]?.at ?? key.at
    const longest = Math.max(...own.map((one) => (one.releasedAt === undefined ? 0 : one.releasedAt - one.at)))
    const longestMs = Math.max(limitOf(own, key.at), longest * 1.25)
    return {
      state: {
        ...idleWedge,
        typedAt: written.at(-length - 1)?.at ?? state.typedAt,
        scanEndedAt: key.at,
        ending: {
          code: key.code || key.key,
          at: key.at,
          longestMs,
          goesOnMs: longestMs + (2 * (key.at - from)) / own.length,
        },
      },
      verdict: { kind: 'scan', value, text, length, typed },
    }
  }
  const sinceScan = key.at - state.scanEndedAt
  const follows = state.run.length === 0 && sinceScan >= 0 && sinceScan <= options.slowAverageMs
  if (follows) return { state: { ...reset(state), ending: state.ending }, verdict: { kind: 'swallow' } }
  return { state: withOther(state, key, isRunning), verdict: { kind: 'pass' } }
}

/**
 * Distinguishes a keyboard reader from a person, one key at a time, only by keys and their times.
 *
 * On Enter or Tab, the keys before it are classified by their hold times. A number is accepted only if a
 * reader pressed all of its keys without others in between; otherwise the value is empty, and the guest must swipe again.
 */
export function wedgeStep(state: WedgeState, key: WedgeKey, options: WedgeOptions = wedgeOptions): WedgeStep {
  if (isModifierKey(key)) return { state, verdict: { kind: 'pass' }, ended: null }
  const gap = key.at - lastAtOf(state)
  const isRunning = goesOn(state, gap, options)

  if (isSuffixKey(key) && !key.command) return { ...end(state, key, isRunning, options), ended: null }

  // A key during the held Enter may be the reader's next one: then a person pressed the Enter.
  const ended = state.ending && (key.at - state.ending.at < state.ending.goesOnMs ? 'person' : 'reader')
  const open = { ...state, ending: null }
  const char = key.command ? null : charOfKey(key)
  if (char === null) return { state: withOther(open, key, isRunning), verdict: { kind: 'pass' }, ended }
  const own: RunKey = { char, at: key.at, code: key.code || key.key, ...(key.repeat ? { isRepeat: true } : {}) }
  if (isRunning)
    return { state: { ...open, run: withKey(open.run, own) }, verdict: { kind: 'char', first: false }, ended }
  const torn = ended === 'person' ? TORN_BY_ENTER : tornBy(open, key.at, gap, options)
  const next = { ...open, run: [own], torn, typedAt: lastAtOf(open) }
  return { state: next, verdict: { kind: 'char', first: true }, ended }
}

/** Handles a key release: its hold time decides who pressed it, also for the Enter of a scan. */
export function wedgeRelease(
  state: WedgeState,
  { code, key, at }: Pick<WedgeKey, 'code' | 'key' | 'at'>,
): { state: WedgeState; ended: Ended } {
  const keyCode = code || key
  const { ending } = state
  if (ending?.code === keyCode) {
    const hold = at - ending.at
    // A reader in the middle of a scan would have continued while a person held the key.
    const ended = hold <= ending.longestMs || hold >= ending.goesOnMs ? 'reader' : 'person'
    return { state: { ...state, ending: null }, ended }
  }
  const index = state.run.findLastIndex((own) => own.code === keyCode && own.releasedAt === undefined)
  const own = state.run[index]
  if (!own) return { state, ended: null }
  return { state: { ...state, run: state.run.with(index, { ...own, releasedAt: at }) }, ended: null }
}

/** Call after keys went elsewhere: a number that starts soon may be the rest of a scan, so a short one must be repeated. */
export const wedgeInterrupted = (state: WedgeState, at: number, options: WedgeOptions = wedgeOptions): WedgeState => ({
  ...idleWedge,
  typedAt: at - options.typingMs + options.tornMs,
  scanEndedAt: state.scanEndedAt,
})
