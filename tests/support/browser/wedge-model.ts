import type { WedgeKey } from '#shared/features/scans/index.ts'
import { idleWedge, wedgeOptions as wedgeModelOptions, wedgeRelease, wedgeStep } from '#shared/features/scans/index.ts'
import type { Chance } from '#tests/walks/random.ts'

/** The source of a simulated key; `place` separates the keys of one hand. */
type From = 'person' | 'reader'

interface ModelKey {
  from: From
  char: string
  at: number
  held: number
}

/** How long a reader holds its keys: for one report of its bus, for a part of its pace, or until the next key. */
type ReaderHold = 'report' | 'part' | 'untilNext'

export interface ModelClass {
  /** Minimum and maximum ms between two keys of the reader. */
  gaps: readonly [number, number]
  holds: readonly ReaderHold[]
  /** The resolution of the computer's timestamps: Windows has a clock of 15.6 ms. */
  tickMs: number
  /** Whether a key held on two keyboards is reported once, as by Wayland, or again as a repeat. */
  tellsOnce?: boolean
  /** Whether a busy computer timestamps keys only when it processes them. */
  stalls?: boolean
}

type Computer = Pick<ModelClass, 'tickMs' | 'tellsOnce' | 'stalls'>

const between = (chance: Chance, least: number, most: number): number =>
  least + (chance.below(1001) / 1000) * (most - least)

/** The keys of a reader at its own pace, which varies by a few ms. */
export function readerKeys(chance: Chance, { gaps, holds }: ModelClass, text: string, from: number): ModelKey[] {
  const [least, most] = gaps
  const pace = between(chance, least, most)
  const hold = chance.oneOf(holds)
  const share = between(chance, 0.3, 0.55)
  let at = from
  const keys = [...text, 'Enter'].map((char) => {
    const key: ModelKey = { from: 'reader', char, at, held: 0 }
    const gap = Math.max(least, Math.min(most, pace + between(chance, -4, 4)))
    at += gap
    key.held = hold === 'report' ? Math.min(gap * 0.6, between(chance, 1, 10)) : hold === 'part' ? gap * share : gap
    return key
  })
  return keys
}

/** A finger takes as long to press the same key again. */
const REPRESS_MS = 50
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const DIGITS = [...'0123456789']

/** The keys of a person who types during a scan: some before it, some after it, most around it. */
export function personKeys(chance: Chance, from: number, until: number): ModelKey[] {
  const keys: ModelKey[] = []
  const digits = chance.oneOf([0, 0.3, 1])
  const pace = between(chance, 40, 300)
  for (let at = from; at < until; at += Math.max(40, Math.min(300, pace * between(chance, 0.6, 1.4)))) {
    // One finger releases a key before it presses the same again.
    const free = chance.happens(digits) ? DIGITS : LETTERS
    const isFree = (char: string) => !keys.some((key) => key.char === char && key.at + key.held + REPRESS_MS > at)
    keys.push({ from: 'person', char: chance.oneOf(free.filter(isFree)), at, held: between(chance, 60, 150) })
  }
  return keys
}

interface Told {
  key: ModelKey
  at: number
  isRelease: boolean
  isRepeat: boolean
}

/** The key events of the computer: a key that is already down repeats and is released by the first release, or is reported once. */
function told(keys: readonly ModelKey[], { tickMs, tellsOnce, stalls }: Computer): Told[] {
  // It is busy for 80 ms out of 500.
  const stalled = (at: number): number => (stalls && at % 500 < 80 ? at - (at % 500) + 80 + (at % 500) / 100 : at)
  const tick = (at: number): number => Math.floor(stalled(at) / tickMs) * tickMs
  const all = keys.flatMap((key) => [
    { key, at: key.at, isRelease: false },
    { key, at: key.at + key.held, isRelease: true },
  ])
  // In this order: the release of a key and the next press in the same report.
  const inOrder = all.toSorted((one, other) => one.at - other.at || Number(other.isRelease) - Number(one.isRelease))
  const down = new Map<string, number>()
  return inOrder.flatMap(({ key, at, isRelease }) => {
    const count = down.get(key.char) ?? 0
    if (isRelease && count === 0) return []
    down.set(key.char, isRelease ? (tellsOnce ? count - 1 : 0) : count + 1)
    if (tellsOnce && count > (isRelease ? 1 : 0)) return []
    return [{ key, at: tick(at), isRelease, isRepeat: !isRelease && count > 0 }]
  })
}

const eventOf = ({ key, at, isRepeat }: Told): WedgeKey => {
  const code =
    key.char.length > 1 ? key.char : /\d/.test(key.char) ? `Digit${key.char}` : `Key${key.char.toUpperCase()}`
  return { key: key.char, code, at, ...(isRepeat ? { repeat: true } : {}) }
}

interface Outcome {
  /** The value that was looked up, or a repeated request where it is empty. */
  scans: string[]
  /** The text of the field in the end. */
  field: string
  /** Enters that reached the screen. */
  enters: number
}

/** The result of keys in a field that has the focus. */
export function outcomeOf(keys: readonly ModelKey[], computer: Computer, readsHex = false): Outcome {
  let state = idleWedge
  let field: string[] = []
  /** Characters of the field that belong to the run. */
  let run = 0
  let pending: string | null = null
  const scans: string[] = []
  let enters = 0
  const settle = (value: string | null): void => {
    if (value !== null) scans.push(value)
    pending = null
  }
  for (const event of told(keys, computer)) {
    if (event.isRelease) {
      const { state: next, ended } = wedgeRelease(state, eventOf(event))
      state = next
      if (ended) settle(ended === 'reader' ? pending : '')
      continue
    }
    const step = wedgeStep(state, eventOf(event), { ...wedgeModelOptions, readsHex })
    state = step.state
    if (step.ended) settle(step.ended === 'reader' ? pending : '')
    const { verdict } = step
    if (verdict.kind === 'char') {
      run = verdict.first ? 1 : run + 1
      field.push(event.key.char)
    } else if (verdict.kind === 'scan') {
      const from = field.length - verdict.length
      const typed = verdict.typed.map(({ char }) => char)
      field = [...field.slice(0, from), ...typed]
      run = 0
      pending = verdict.value
    } else if (verdict.kind === 'pass') enters += 1
  }
  settle(pending)
  return { scans, field: field.join(''), enters }
}
