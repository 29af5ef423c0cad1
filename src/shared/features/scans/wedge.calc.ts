import { charOfKey, isModifierKey, isSuffixKey, type WedgeKey } from './key-text.calc.ts'
import { APART_MS, judge, MAX_GAP_MS, usualShapes, type WedgeShapes } from './wedge-judge.calc.ts'
import { isDigit, type RunKey } from './wedge-run.calc.ts'

/** How long nothing may be typed after a scan whose length is not known, until it counts. */
export const QUIET_MS = 300
/** A reader that sends CR and LF sends the second so soon; so does one whose Enter a person has come before. */
const SECOND_SUFFIX_MS = 100
/** A digit so soon after the Enter of a scan that was mixed with typing is a part of it. */
const MORE_MS = 150
/** Where a long text is typed fast, only its end can be a scan. */
const LONGEST = 256

/** A scan that counts when nothing follows. */
interface WaitingScan {
  value: string
  /** The run that it was the end of, with its Enter: more may follow after all. */
  run: readonly RunKey[]
  endedAt: number
}

interface WedgeState {
  nextId: number
  /** The last keys, none further from the next than digits of one number may be. */
  run: readonly RunKey[]
  /** When somebody last typed before the run. */
  typedAt: number
  /** When the last digit came, before the run, that no scan has taken. */
  digitAt: number
  /** When a scan, or one that was mixed with typing, ended. */
  endedAt: number
  waiting: WaitingScan | null
  /** When characters were taken out of a scan that was mixed with typing. */
  sortedAt: number
  /** A reader here was seen to leave out leading zeros. */
  readsShort: boolean
}

export const idleWedge: WedgeState = {
  nextId: 0,
  run: [],
  typedAt: Number.NEGATIVE_INFINITY,
  digitAt: Number.NEGATIVE_INFINITY,
  endedAt: Number.NEGATIVE_INFINITY,
  waiting: null,
  sortedAt: Number.NEGATIVE_INFINITY,
  readsShort: false,
}

/** What becomes of keys of the run, by their ids. */
export interface SortedKeys {
  /** Those that came from the reader: they are taken out of their fields. */
  own: ReadonlySet<number>
  /** All characters of the run, in their order. */
  chars: readonly { id: number; char: string }[]
}

type WedgeVerdict = (
  | { kind: 'pass' }
  /** A character, or another key of the run (`char` is null): it may turn out to be a reader's. */
  | { kind: 'key'; id: number; char: string | null; isFirst: boolean }
  /** The Enter or Tab of a scan. */
  | ({ kind: 'scan'; value: string } & SortedKeys)
  /** The same, but it counts only when `wedgeQuiet` says so, after `QUIET_MS`. */
  | ({ kind: 'waits'; value: string } & SortedKeys)
  /** A scan and typing came together: it has to be repeated. */
  | ({ kind: 'mixed' } & SortedKeys)
  /** A further Enter or Tab of the scan just seen. */
  | { kind: 'swallow' }
) & {
  /** This key came so soon that the scan before it does not count; after `all` nobody knows whose its characters were. */
  spoils?: 'number' | 'all'
}

/** What becomes of an Enter or Tab that a reader may have pressed. */
export type WedgeEnd = Exclude<WedgeVerdict, { kind: 'pass' | 'key' }>

interface WedgeStep {
  state: WedgeState
  verdict: WedgeVerdict
  /** The scan that waited counts now, before this key. */
  settled?: string | null
}

const EDITING = /^(?:Backspace|Delete|Home|End|Arrow)/

const charsOf = (run: readonly RunKey[]) => run.flatMap(({ id, char }) => (char === null ? [] : [{ id, char }]))
const isDigitChar = (char: string | null): boolean => char !== null && char >= '0' && char <= '9'
const isFullCard = ({ value }: WaitingScan): boolean => /^\d{10}$/.test(value)
const idsOf = (keys: readonly RunKey[]): ReadonlySet<number> => new Set(keys.map(({ id }) => id))

/** The run is over: what of it somebody typed, and which digits may still belong to a number. */
const endRun = (state: WedgeState, own: readonly RunKey[] = []): WedgeState => ({
  ...state,
  run: [],
  typedAt: state.run.findLast((key) => key.isTyping && !own.includes(key))?.at ?? state.typedAt,
  digitAt: state.run.findLast(isDigit)?.at ?? state.digitAt,
})

/** The same after a scan, whose digits are a number of their own. */
const endScan = (state: WedgeState, own: readonly RunKey[]): WedgeState => ({
  ...endRun(state, own),
  digitAt: Number.NEGATIVE_INFINITY,
})

function addKey(state: WedgeState, { key, code, at, repeat = false }: WedgeKey, char: string | null): WedgeState {
  const gap = at - (state.run.at(-1)?.at ?? at)
  const isOver = gap < 0 || gap > APART_MS
  const before = isOver ? endRun(state) : state
  const own: RunKey = {
    id: state.nextId,
    char: repeat ? null : char,
    at,
    code: code || key,
    isRepeat: repeat,
    isTyping: char !== null || EDITING.test(key),
  }
  return { ...before, nextId: own.id + 1, run: [...before.run, own].slice(-LONGEST) }
}

/** The Enter or Tab with which a reader, or a person, ends something. */
function suffix(state: WedgeState, key: WedgeKey, shapes: WedgeShapes): { state: WedgeState; verdict: WedgeVerdict } {
  const sinceEnd = key.at - state.endedAt
  const isSecond = state.run.length === 0 && sinceEnd >= 0 && sinceEnd <= SECOND_SUFFIX_MS
  if (isSecond || state.waiting) return { state, verdict: { kind: 'swallow' } }
  const gap = key.at - (state.run.at(-1)?.at ?? key.at)
  const judged =
    gap < 0 || gap > APART_MS ? ({ kind: 'pass' } as const) : judge(state.run, key.at, { ...state, shapes })
  if (judged.kind === 'pass') return { state: addKey(state, key, null), verdict: { kind: 'pass' } }

  const { run } = state
  const sorted: SortedKeys = { own: idsOf(judged.own), chars: charsOf(run) }
  const ended = { endedAt: key.at }
  if (judged.kind === 'mixed') {
    const sortedAt = judged.own.length > 0 ? key.at : state.sortedAt
    return { state: { ...endRun(state, judged.own), ...ended, sortedAt }, verdict: { kind: 'mixed', ...sorted } }
  }
  const { value, own, isSure } = judged
  if (isSure) return { state: { ...endScan(state, own), ...ended }, verdict: { kind: 'scan', value, ...sorted } }
  const waiting = { value, run: addKey(state, key, null).run, endedAt: key.at }
  const waits = { ...state, ...ended, run: [], waiting, nextId: state.nextId + 1 }
  return { state: waits, verdict: { kind: 'waits', value, ...sorted } }
}

function withKey(state: WedgeState, key: WedgeKey, char: string | null, spoils?: 'number' | 'all') {
  const next = addKey(state, key, char)
  const own = next.run.at(-1)
  const verdict: WedgeVerdict = {
    kind: 'key',
    id: own?.id ?? 0,
    char: own?.char ?? null,
    isFirst: next.run.length === 1,
    ...(spoils ? { spoils } : {}),
  }
  return { state: next, verdict }
}

/**
 * Tells a keyboard reader from a person, one key at a time, by nothing but the keys, their times and what scans look like.
 *
 * A number that typing may have got into is never given: it is `mixed`, and the guest swipes again.
 */
export function wedgeStep(state: WedgeState, key: WedgeKey, shapes: WedgeShapes = usualShapes): WedgeStep {
  if (isModifierKey(key)) return { state, verdict: { kind: 'pass' } }
  if (isSuffixKey(key) && !key.command && !key.repeat) return suffix(state, key, shapes)

  const char = key.command ? null : charOfKey(key)
  const { waiting, sortedAt } = state
  const idle = { ...state, sortedAt: Number.NEGATIVE_INFINITY }
  if (waiting) {
    // A text may be what was typed; of a card only the Enter may be, and then the reader goes on at its pace.
    if (!isFullCard(waiting) || isDigitChar(char))
      return withKey({ ...idle, run: waiting.run, waiting: null }, key, char, 'all')
    const { state: quiet, value } = wedgeQuiet(idle)
    if (key.at - waiting.endedAt <= MAX_GAP_MS) return withKey(quiet, key, char, 'number')
    return { ...withKey(quiet, key, char), settled: value }
  }
  // The Enter was a person's, and the reader has not come to its end.
  return withKey(idle, key, char, isDigitChar(char) && key.at - sortedAt <= MORE_MS ? 'all' : undefined)
}

/** Nothing followed: the scan that waits counts. */
export function wedgeQuiet(state: WedgeState): { state: WedgeState; value: string | null } {
  const { waiting } = state
  if (!waiting) return { state, value: null }
  const readsShort = state.readsShort || /^\d{8,9}$/.test(waiting.value)
  return { state: { ...endScan(state, []), waiting: null, readsShort }, value: waiting.value }
}

/** A key was let go of: how long it was held may tell a person's from a reader's. */
export function wedgeRelease(state: WedgeState, { code, key, at }: Pick<WedgeKey, 'code' | 'key' | 'at'>): WedgeState {
  const place = code || key
  const index = state.run.findLastIndex((own) => own.code === place && own.releasedAt === undefined)
  const own = state.run[index]
  return own ? { ...state, run: state.run.with(index, { ...own, releasedAt: at }) } : state
}

/** When somebody last typed, as far as is known: keys of a scan do not count. */
export const lastTypedAt = ({ run, typedAt }: WedgeState): number =>
  run.findLast(({ isTyping }) => isTyping)?.at ?? typedAt
