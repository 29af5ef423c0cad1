import { charOfKey, isModifierKey, isSuffixKey, type WedgeKey } from './key-text.calc.ts'
import { burstOf, type TypedBetween, type WedgeOptions, wedgeOptions } from './wedge-burst.calc.ts'
import { holdOf, isRead, limitOf, type RunKey } from './wedge-hands.calc.ts'

/** The Enter of a scan, while it is held: nobody knows yet whether the reader pressed it. */
interface Ending {
  code: string
  at: number
  /** A reader holds no key longer. */
  longestMs: number
  /** A reader would have gone on by then. */
  goesOnMs: number
}

/** The run of keys that may become a scan, what came before it, and when the last scan ended. */
interface WedgeState {
  run: readonly RunKey[]
  /** How many keys of a reader came shortly before it: it may be the rest of a scan which a pause tore. */
  torn: number
  /** When the last character was typed that belongs to no scan. */
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
  /** Empty for a swipe without a number, and for one that was mixed with typing: both ask for another. */
  value: string
  /** All that the reader sent. */
  text: string
  /** How many of the last characters came from the reader, with those of a person that fell between them. */
  length: number
  typed: readonly TypedBetween[]
}

type WedgeVerdict =
  /** No part of a scan as far as can be told. */
  | { kind: 'pass' }
  /** A character that begins a run (`first`) or goes on with it; it may still turn out to be typing. */
  | { kind: 'char'; first: boolean }
  /** The Enter or Tab of a scan. It counts once the key is let go of as a reader does (`wedgeRelease`). */
  | WedgeScan
  /** A further Enter or Tab of the scan just seen (readers that send CR and LF). */
  | { kind: 'swallow' }

/** Whether the Enter of a scan ended its number (`reader`) or may have come in the middle of it (`person`). */
type Ended = 'reader' | 'person' | null

interface WedgeStep {
  state: WedgeState
  verdict: WedgeVerdict
  /** What is known now of the Enter of the scan before (`wedgeRelease`). */
  ended: Ended
}

/** A reader goes on within this time after a key that somebody else pressed. */
const GOES_ON_MS = 75
/** As many as make a number doubted whatever its length. */
const TORN_BY_ENTER = 2

const lastAtOf = ({ run, typedAt }: WedgeState): number => run.at(-1)?.at ?? typedAt

/** The run was no scan: its characters were typed. */
const reset = (state: WedgeState): WedgeState => ({
  ...idleWedge,
  typedAt: lastAtOf(state),
  scanEndedAt: state.scanEndedAt,
})

const wasTyping = (state: WedgeState, at: number, { typingMs }: WedgeOptions): boolean => at - state.typedAt <= typingMs

/** How many keys at the end of the run that a pause has just ended may be a reader's: what comes next must not count alone. */
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
  // Nothing is told of releases: only the pace can tell.
  const [first] = keys
  const last = keys.at(-1)
  if (!first || !last) return 0
  if (keys.length === 1) return state.torn > 0 || !wasTyping(state, first.at, options) ? 1 : 0
  return (last.at - first.at) / (keys.length - 1) <= options.maxAverageMs ? keys.length : 0
}

/** Where a long text is typed fast, only its end can be a scan. */
const LONGEST = 256

const withKey = (run: readonly RunKey[], key: RunKey): RunKey[] => [...run, key].slice(-LONGEST)

/** Whether a key goes on with the run: behind one that writes nothing only a reader goes on, and at once. */
function goesOn({ run }: WedgeState, gap: number, options: WedgeOptions): boolean {
  const last = run.at(-1)
  return last !== undefined && gap >= 0 && gap <= (isRead(last) ? options.maxGapMs : GOES_ON_MS)
}

/** A key that writes nothing: it stays in the run, so that a scan which goes on around it is known to be mixed. */
const withOther = (state: WedgeState, key: WedgeKey, isRunning: boolean): WedgeState =>
  isRunning ? { ...state, run: withKey(state.run, { char: '', at: key.at, code: key.code || key.key }) } : reset(state)

/** The Enter or Tab at the end of a run. */
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
 * Tells a keyboard reader from a person, one key at a time, by nothing but the keys and their times.
 *
 * When an Enter or Tab comes, the keys before it are told apart by how long each was held. A number is taken only if a
 * reader pressed all of its keys, with nobody's between them: else the value is empty, and the guest swipes again.
 */
export function wedgeStep(state: WedgeState, key: WedgeKey, options: WedgeOptions = wedgeOptions): WedgeStep {
  if (isModifierKey(key)) return { state, verdict: { kind: 'pass' }, ended: null }
  const gap = key.at - lastAtOf(state)
  const isRunning = goesOn(state, gap, options)

  if (isSuffixKey(key) && !key.command) return { ...end(state, key, isRunning, options), ended: null }

  // A key that comes while the Enter is held may be the reader's next: then somebody else pressed the Enter.
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

/** A key was let go of: how long it was held tells a person's from a reader's, and the Enter of a scan by whom it was pressed. */
export function wedgeRelease(
  state: WedgeState,
  { code, key, at }: Pick<WedgeKey, 'code' | 'key' | 'at'>,
): { state: WedgeState; ended: Ended } {
  const place = code || key
  const { ending } = state
  if (ending?.code === place) {
    const hold = at - ending.at
    // A reader that was not at its end would have gone on while somebody held the key.
    const ended = hold <= ending.longestMs || hold >= ending.goesOnMs ? 'reader' : 'person'
    return { state: { ...state, ending: null }, ended }
  }
  const index = state.run.findLastIndex((own) => own.code === place && own.releasedAt === undefined)
  const own = state.run[index]
  if (!own) return { state, ended: null }
  return { state: { ...state, run: state.run.with(index, { ...own, releasedAt: at }) }, ended: null }
}

/** Keys went elsewhere until now: a number that begins soon may be the rest of one, and a short one is asked for again. */
export const wedgeInterrupted = (state: WedgeState, at: number, options: WedgeOptions = wedgeOptions): WedgeState => ({
  ...idleWedge,
  typedAt: at - options.typingMs + options.tornMs,
  scanEndedAt: state.scanEndedAt,
})
