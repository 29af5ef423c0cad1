import { charOfKey, isModifierKey, isSuffixKey, type WedgeKey } from './key-text.calc.ts'
import { burstOf, type TypedBetween, type WedgeOptions, wedgeOptions } from './wedge-burst.calc.ts'
import type { RunKey } from './wedge-hands.calc.ts'

/** The run of characters that may become a scan, what was typed before it, and when the last scan ended. */
interface WedgeState {
  run: readonly RunKey[]
  /** It began shortly after fast characters, so that it may be the rest of a scan which a pause tore. */
  torn: boolean
  /** The last key of the run before: how it was held may tell that a person pressed it. */
  keyBefore: RunKey | null
  /** When the last character was typed that belongs to no scan. */
  typedAt: number
  scanEndedAt: number
}

export const idleWedge: WedgeState = {
  run: [],
  torn: false,
  keyBefore: null,
  typedAt: Number.NEGATIVE_INFINITY,
  scanEndedAt: Number.NEGATIVE_INFINITY,
}

export interface WedgeScan {
  kind: 'scan'
  /** Empty for a swipe without a number, and for one that cannot be told from what was typed: both ask for another. */
  value: string
  /** How many of the last characters came from the reader, with those of a person that fell between them. */
  length: number
  typed: readonly TypedBetween[]
}

type WedgeVerdict =
  /** No part of a scan as far as can be told. */
  | { kind: 'pass' }
  /** A character that begins a run (`first`) or goes on with it; it may still turn out to be typing. */
  | { kind: 'char'; first: boolean }
  /** The Enter or Tab of a scan. */
  | WedgeScan
  /** A further Enter or Tab of the scan just seen (readers that send CR and LF). */
  | { kind: 'swallow' }

const lastAtOf = ({ run, typedAt }: WedgeState): number => run.at(-1)?.at ?? typedAt

/** The run was no scan: its characters were typed. */
const reset = (state: WedgeState): WedgeState => ({
  ...idleWedge,
  typedAt: lastAtOf(state),
  scanEndedAt: state.scanEndedAt,
})

const wasTyping = (state: WedgeState, at: number, { typingMs }: WedgeOptions): boolean => at - state.typedAt <= typingMs

/** Whether the run that a pause has just ended looks like a reader's: its next characters must not count alone. */
function tears(state: WedgeState, gap: number, options: WedgeOptions): boolean {
  const [first] = state.run
  const last = state.run.at(-1)
  if (!first || !last || gap < 0 || gap > options.tornMs) return false
  const gaps = state.run.length - 1
  if (gaps === 0) return state.torn || !wasTyping(state, first.at, options)
  return state.torn || (last.at - first.at) / gaps <= options.maxAverageMs
}

function begin(state: WedgeState, key: RunKey, gap: number, options: WedgeOptions): WedgeState {
  const { run, scanEndedAt } = state
  const keyBefore = run.at(-1) ?? null
  return { run: [key], torn: tears(state, gap, options), keyBefore, typedAt: lastAtOf(state), scanEndedAt }
}

/** Where a long text is typed fast, only its end can be a scan. */
const LONGEST = 256

/**
 * Tells a keyboard reader from a person, one key at a time, by nothing but the keys and their times.
 *
 * When an Enter or Tab comes, the fast burst before it is judged by its own gaps, whatever was typed just before it.
 * Where a character could be either's, a number is only taken if it cannot be another card: else the value is empty.
 */
export function wedgeStep(
  state: WedgeState,
  key: WedgeKey,
  options: WedgeOptions = wedgeOptions,
): { state: WedgeState; verdict: WedgeVerdict } {
  if (isModifierKey(key)) return { state, verdict: { kind: 'pass' } }
  if (key.command || key.repeat) return { state: reset(state), verdict: { kind: 'pass' } }

  const gap = key.at - lastAtOf(state)
  const isRunning = state.run.length > 0 && gap >= 0 && gap <= options.maxGapMs

  if (isSuffixKey(key)) {
    const [first] = state.run
    const typedBefore = first !== undefined && wasTyping(state, first.at, options)
    const burst = isRunning
      ? burstOf(state.run, key.at, { torn: state.torn, keyBefore: state.keyBefore, typedBefore }, options)
      : null
    if (burst) {
      const { value, length, typed } = burst
      const typedAt = state.run.at(-length - 1)?.at ?? state.typedAt
      return { state: { ...idleWedge, typedAt, scanEndedAt: key.at }, verdict: { kind: 'scan', value, length, typed } }
    }
    const sinceScan = key.at - state.scanEndedAt
    const follows = state.run.length === 0 && sinceScan >= 0 && sinceScan <= options.slowAverageMs
    return { state: reset(state), verdict: { kind: follows ? 'swallow' : 'pass' } }
  }

  const char = charOfKey(key)
  if (char === null) return { state: reset(state), verdict: { kind: 'pass' } }
  const own = { char, at: key.at, code: key.code || key.key }
  const next = isRunning ? { ...state, run: [...state.run, own].slice(-LONGEST) } : begin(state, own, gap, options)
  return { state: next, verdict: { kind: 'char', first: !isRunning } }
}

/** A key was let go of: how long it was held tells a person's from a reader's. */
export function wedgeRelease(state: WedgeState, { code, key, at }: Pick<WedgeKey, 'code' | 'key' | 'at'>): WedgeState {
  const place = code || key
  const { keyBefore } = state
  const index = state.run.findLastIndex((own) => own.code === place && own.releasedAt === undefined)
  const own = state.run[index]
  if (own) return { ...state, run: state.run.with(index, { ...own, releasedAt: at }) }
  const isBefore = keyBefore?.code === place && keyBefore.releasedAt === undefined
  return isBefore ? { ...state, keyBefore: { ...keyBefore, releasedAt: at } } : state
}
