import type { WedgeKey } from '#shared/features/scans/index.ts'
import { idleWedge, wedgeOptions as wedgeModelOptions, wedgeRelease, wedgeStep } from '#shared/features/scans/index.ts'
import type { Chance } from '#tests/walks/random.ts'

/** Where a simulated key comes from; `place` tells one key of a hand from another. */
type From = 'person' | 'reader'

interface ModelKey {
  from: From
  char: string
  at: number
  held: number
}

/** How a reader holds its keys: for one report of its bus, for a part of its pace, or until the next key. */
type ReaderHold = 'report' | 'part' | 'untilNext'

export interface ModelClass {
  /** Least and most milliseconds between two keys of the reader. */
  gaps: readonly [number, number]
  holds: readonly ReaderHold[]
  /** How exactly the computer tells times: Windows has a clock of 15.6 ms. */
  tickMs: number
  /** Whether a key that two keyboards hold is told once, as Wayland does, or again as one that repeats. */
  tellsOnce?: boolean
  /** Whether a busy computer takes the times of keys only when it gets to them. */
  stalls?: boolean
}

type Computer = Pick<ModelClass, 'tickMs' | 'tellsOnce' | 'stalls'>

const between = (chance: Chance, least: number, most: number): number =>
  least + (chance.below(1001) / 1000) * (most - least)

/** The keys of a reader at its own pace, which it keeps to a few milliseconds. */
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

/** A finger needs as long to press the key again that it has let go of. */
const REPRESS_MS = 50
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const DIGITS = [...'0123456789']

/** The keys of a person who types while a card is read: some before it, some after it, most around it. */
export function personKeys(chance: Chance, from: number, until: number): ModelKey[] {
  const keys: ModelKey[] = []
  const digits = chance.oneOf([0, 0.3, 1])
  const pace = between(chance, 40, 300)
  for (let at = from; at < until; at += Math.max(40, Math.min(300, pace * between(chance, 0.6, 1.4)))) {
    // One finger lets go of a key before it presses the same again.
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

/** What the computer tells of keys: one that is down already repeats and comes up with the first that lets go, or is told once. */
function told(keys: readonly ModelKey[], { tickMs, tellsOnce, stalls }: Computer): Told[] {
  // It does something else for 80 ms out of 500.
  const stalled = (at: number): number => (stalls && at % 500 < 80 ? at - (at % 500) + 80 + (at % 500) / 100 : at)
  const tick = (at: number): number => Math.floor(stalled(at) / tickMs) * tickMs
  const all = keys.flatMap((key) => [
    { key, at: key.at, isRelease: false },
    { key, at: key.at + key.held, isRelease: true },
  ])
  // A key that is let go of and the next that is pressed in the same report come in this order.
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
  /** What was looked up, or asked for again where it is empty. */
  scans: string[]
  /** The text of the field in the end. */
  field: string
  /** Enters that reached the screen. */
  enters: number
}

/** What comes of keys in a field that has the focus. */
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
