import { describe, expect, it } from 'vitest'
import { type Chance, chanceOf } from '#tests/walks/random.ts'
import { idleWedge, QUIET_MS, wedgeQuiet, wedgeRelease, wedgeStep } from './wedge.calc.ts'

const SWIPES = 10_000

interface Press {
  key: string
  at: number
  held: number
}

const textOf = (chance: Chance, chars: string, most: number): string =>
  Array.from({ length: 1 + chance.below(most) }, () => chance.oneOf([...chars])).join('')

const digits = (chance: Chance, count: number): string => Array.from({ length: count }, () => chance.below(10)).join('')

function pressed(text: readonly string[], from: number, gap: () => number, held: (gap: number) => number): Press[] {
  let at = from
  return text.map((key) => {
    const toNext = gap()
    const press = { key, at, held: held(toNext) }
    at += toNext
    return press
  })
}

/** A machine with too much to do sees keys late, several at once. */
function delayed(presses: readonly Press[], chance: Chance): Press[] {
  let freeAt = 0
  return presses
    .toSorted((one, other) => one.at - other.at)
    .map((press) => {
      const at = Math.max(press.at, freeAt)
      freeAt = chance.happens(0.15) ? at + chance.below(180) : at + chance.below(3)
      return { ...press, at }
    })
}

/** What a field shows after keys, and what was heard of them. */
function played(presses: readonly Press[], known = idleWedge) {
  let state = known
  let field: { id: number; char: string }[] = []
  let before = field
  const scans: string[] = []
  let mixed = 0
  let entered = 0
  let waitsUntil = Number.POSITIVE_INFINITY
  const settle = () => {
    const quiet = wedgeQuiet(state)
    state = quiet.state
    if (quiet.value !== null) scans.push(quiet.value)
  }
  const events = presses.flatMap(({ key, at, held }) => {
    const code = key.length > 1 ? key : /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`
    return [
      { key, code, at, isRelease: false },
      { key, code, at: at + held, isRelease: true },
    ]
  })
  for (const { isRelease, ...event } of events.toSorted((one, other) => one.at - other.at)) {
    if (isRelease) {
      state = wedgeRelease(state, event)
      continue
    }
    if (event.at > waitsUntil) settle()
    const step = wedgeStep(state, event)
    state = step.state
    if (step.settled) scans.push(step.settled)
    const { verdict } = step
    if (verdict.spoils === 'all') field = before
    if (verdict.spoils) mixed += 1
    if (verdict.kind === 'key' && verdict.char !== null) field = [...field, { id: verdict.id, char: verdict.char }]
    if (verdict.kind === 'pass' && event.key === 'Enter') entered += 1
    if (verdict.kind === 'scan' || verdict.kind === 'waits' || verdict.kind === 'mixed') {
      before = field
      field = field.filter(({ id }) => !verdict.own.has(id))
      if (verdict.kind === 'scan') scans.push(verdict.value)
      if (verdict.kind === 'waits') waitsUntil = event.at + QUIET_MS
      if (verdict.kind === 'mixed') mixed += 1
    }
  }
  settle()
  return { text: field.map(({ char }) => char).join(''), scans, mixed, entered, state }
}

/** Whether all characters stand in a text in their order. */
function isIn(chars: string, text: string): boolean {
  let next = 0
  for (const char of text) if (char === chars[next]) next += 1
  return next === chars.length
}

interface Scene {
  letters: string
  pace: readonly [number, number]
  /** Whether the machine has too much to do. */
  isBusy: boolean
  /** Whether keys are held as people and readers hold them, or all are let go of at once. */
  isHeld: boolean
}

const scenes: [string, Scene][] = [
  ['letters, a usual reader', { letters: 'tomsmith', pace: [4, 16], isBusy: false, isHeld: true }],
  ['letters, a slow reader', { letters: 'tomsmith', pace: [30, 60], isBusy: false, isHeld: true }],
  ['letters and digits, a usual reader', { letters: 'abxyz0138', pace: [4, 16], isBusy: false, isHeld: true }],
  ['letters and digits, a slow reader', { letters: 'abxyz0138', pace: [30, 60], isBusy: false, isHeld: false }],
  ['digits, a slow reader', { letters: '0123456789', pace: [30, 60], isBusy: false, isHeld: false }],
  ['letters and digits, a busy machine', { letters: 'abxyz0138', pace: [4, 16], isBusy: true, isHeld: true }],
  [
    'letters and digits, a slow reader at a busy machine',
    { letters: 'ab0138', pace: [30, 60], isBusy: true, isHeld: false },
  ],
]

describe(`${SWIPES} swipes while somebody types`, () => {
  it.each(scenes)('give no wrong card and lose no character: %s', (_name, { letters, pace, isBusy, isHeld }) => {
    const chance = chanceOf(7)
    let read = 0
    for (let count = 0; count < SWIPES; count++) {
      const card = digits(chance, 10)
      const typed = textOf(chance, letters, 9)
      const person = pressed(
        [...typed],
        10_000,
        () => chance.between(70, 260),
        (gap) => (isHeld ? Math.min(gap - 5, 90) : 0),
      )
      // Sometimes the person presses Enter, too.
      const ended = chance.happens(0.1)
        ? [...person, { key: 'Enter', at: (person.at(-1)?.at ?? 0) + 150, held: 60 }]
        : person
      const from = 10_000 + chance.between(-400, 1500)
      const reader = pressed(
        [...card, 'Enter'],
        from,
        () => chance.between(...pace),
        (gap) => (isHeld ? gap / 2 : 0),
      )
      const keys = isBusy ? delayed([...ended, ...reader], chance) : [...ended, ...reader]
      const { text, scans, mixed } = played(keys)
      const story = `${count}: ${typed} ${card} ${JSON.stringify(keys)}`
      for (const scan of scans) expect(scan, story).toBe(card)
      expect(isIn(typed, text), `${story} -> ${text}`).toBe(true)
      if (scans.length === 0 && !isBusy) expect(mixed, story).toBeGreaterThan(0)
      // Where only letters are typed at a machine with time, nothing of the card is left in the field.
      if (ended === person && !isBusy && /^[a-z]+$/.test(letters)) expect(text, story).toBe(typed)
      read += scans.length
    }
    expect(read).toBeGreaterThan(SWIPES / 8)
  })

  it('give no number that a typed digit got into, at a reader that leaves out leading zeros', () => {
    const chance = chanceOf(11)
    for (let count = 0; count < SWIPES; count++) {
      const card = `${1 + chance.below(9)}${digits(chance, 6 + chance.below(3))}`
      const typed = textOf(chance, 'ab0138', 9)
      const person = pressed(
        [...typed],
        10_000,
        () => chance.between(70, 260),
        (gap) => Math.min(gap - 5, chance.between(45, 120)),
      )
      const reader = pressed(
        [...card, 'Enter'],
        10_000 + chance.between(-400, 1500),
        () => chance.between(4, 16),
        (gap) => gap / 2,
      )
      // Two keyboards that press one key at a time are one key to the computer.
      if (person.some(({ key, at }) => reader.some((one) => one.key === key && Math.abs(one.at - at) < 150))) continue
      const { text, scans } = played([...person, ...reader], { ...idleWedge, readsShort: true })
      for (const scan of scans) expect(scan, `${count}: ${typed} ${card}`).toBe(card)
      expect(isIn(typed, text), `${count}: ${typed} ${card} -> ${text}`).toBe(true)
    }
  })
})
