import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WedgeKey } from './key-text.calc.ts'
import { idleWedge, QUIET_MS, wedgeQuiet, wedgeRelease, wedgeStep } from './wedge.calc.ts'

/** The keys of a US keyboard for a text; `gaps` are the pauses before each key after the first, Enter included. */
function keysOf(
  text: string,
  gaps: readonly number[],
  suffix = 'Enter',
  overrides: Partial<WedgeKey> = {},
): WedgeKey[] {
  let at = 1000
  return [...text, suffix].map((char, index) => {
    if (index > 0) at += gaps[(index - 1) % gaps.length] ?? 0
    if (char.length > 1) return { key: char, code: char, at, ...(overrides.key ? { key: overrides.key } : {}) }
    const code = /\d/.test(char)
      ? `Digit${char}`
      : /[a-z]/i.test(char)
        ? `Key${char.toUpperCase()}`
        : ({ ';': 'Semicolon', '?': 'Slash', '%': 'Digit5', ',': 'Comma', '-': 'Minus', '=': 'Equal' }[char] ?? '')
    return { key: char, code, at, shift: /[A-Z?%]/.test(char), ...overrides }
  })
}

/** What comes of keys, and of letting go of each after as long as it is `held`; without `held` nothing is told of that. */
function heardOf(keys: readonly (WedgeKey & { held?: number })[]): { scans: string[]; mixed: number } {
  const events = keys.flatMap((key) => {
    const press = { key, at: key.at, isRelease: false }
    return key.held === undefined ? [press] : [press, { key, at: key.at + key.held, isRelease: true }]
  })
  let state = idleWedge
  let waitsUntil = Number.POSITIVE_INFINITY
  let mixed = 0
  const scans: string[] = []
  const settle = () => {
    const quiet = wedgeQuiet(state)
    state = quiet.state
    if (quiet.value !== null) scans.push(quiet.value)
  }
  for (const { key, at, isRelease } of events.toSorted((one, other) => one.at - other.at)) {
    if (isRelease) {
      state = wedgeRelease(state, { ...key, at })
      continue
    }
    if (at > waitsUntil) settle()
    const step = wedgeStep(state, key)
    state = step.state
    if (step.settled) scans.push(step.settled)
    const { verdict } = step
    if (verdict.kind === 'scan') scans.push(verdict.value)
    if (verdict.kind === 'waits') waitsUntil = at + QUIET_MS
    if (verdict.kind === 'mixed' || verdict.spoils) mixed += 1
  }
  settle()
  return { scans, mixed }
}

const scansIn = (keys: readonly (WedgeKey & { held?: number })[]): string[] => heardOf(keys).scans

/** Gaps before the nine further digits and the Enter, as recorded from readers at the counter. */
const recorded: [string, number[]][] = [
  ['a usual reader', [8, 7, 9, 16, 8, 7, 15, 8, 8, 12]],
  ['a slow reader', [48, 50, 49, 50, 50, 47, 50, 49, 50, 50]],
  ['a reader behind a busy machine', [8, 8, 100, 8, 7, 9, 8, 16, 8, 8]],
  ['a reader whose Enter comes late', [8, 8, 7, 8, 9, 8, 8, 16, 8, 150]],
  ['a slow reader with one pause', [48, 50, 100, 50, 50, 47, 50, 49, 50, 50]],
  ['keys that arrive in one batch', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
]

describe('keyboard reader', () => {
  it.each(recorded)('recognises %s', (_name, gaps) => {
    expect(scansIn(keysOf('0006547886', gaps))).toEqual(['0006547886'])
  })

  it('accepts Tab and the Enter of the numeric pad as the end', () => {
    expect(scansIn(keysOf('0006547886', [8], 'Tab'))).toEqual(['0006547886'])
    expect(scansIn(keysOf('0006547886', [8], 'NumpadEnter'))).toEqual(['0006547886'])
  })

  it('reads through a Chinese input method, which names every key Process', () => {
    const keys = keysOf('0006547886', [8], 'Enter', { key: 'Process' })
    expect(keys.every((key) => key.key === 'Process')).toBe(true)
    expect(scansIn(keys)).toEqual(['0006547886'])
    expect(scansIn(keysOf('MT-2026-aB', [8], 'Enter', { key: 'Process' }))).toEqual(['MT-2026-aB'])
  })

  it('reads the numeric pad with NumLock off, and letters with CapsLock on', () => {
    const pad = [...'10654788'].map((digit, i) => ({ key: 'End', code: `Numpad${digit}`, at: i * 8 }))
    expect(scansIn([...pad, { key: 'Enter', code: 'NumpadEnter', at: 64 }])).toEqual(['10654788'])
    const caps = keysOf('abCD1234', [8]).map((key) => ({ ...key, capsLock: true }))
    expect(scansIn(caps)).toEqual(['abCD1234'])
    const bare = [...'abCD1234'].map((char, i) => ({ key: char, code: '', at: i * 8, capsLock: true }))
    expect(scansIn([...bare, { key: 'Enter', code: '', at: 64 }])).toEqual(['ABcd1234'])
  })

  it('reads full-width characters of an input method as plain ones', () => {
    const wide = [...'０００６５４７８８６'].map((char, i) => ({ key: char, code: '', at: i * 8 }))
    expect(scansIn([...wide, { key: 'Enter', code: 'Enter', at: 80 }])).toEqual(['0006547886'])
  })

  it.each(['Shift', 'CapsLock', 'NumLock'])('does not mind a %s between the characters', (name) => {
    const keys = keysOf('0006547886', [8])
    keys.splice(3, 0, { key: name, code: name === 'Shift' ? 'ShiftLeft' : name, at: 1020 })
    expect(scansIn(keys)).toEqual(['0006547886'])
  })

  it('reports a swipe without a number as an empty scan', () => {
    for (const sent of [';?', '%?', '%?;?', ';E?', '%E?;E?+E?']) expect(scansIn(keysOf(sent, [8]))).toEqual([''])
    expect(scansIn(keysOf(';?', [90]))).toEqual([])
  })

  it('takes the number out of the sentinels of a magnetic stripe', () => {
    expect(scansIn(keysOf(';0006547886?', [8]))).toEqual(['0006547886'])
    expect(scansIn(keysOf('%ABC?;0006547886=2512?', [8]))).toEqual(['0006547886'])
    expect(scansIn(keysOf('%AB123456?', [8]))).toEqual(['AB123456'])
  })

  it('swallows a second Enter of the same scan, but not one that a person presses later', () => {
    const keys = keysOf('0006547886', [8])
    const end = keys.at(-1)?.at ?? 0
    let state = idleWedge
    for (const key of keys) state = wedgeStep(state, key).state
    const enter = (at: number) => wedgeStep(state, { key: 'Enter', code: 'Enter', at }).verdict.kind
    expect(enter(end + 8)).toBe('swallow')
    expect(enter(end + 120)).toBe('pass')
  })

  it('reads two swipes after each other, and one after typing', () => {
    const first = keysOf('0006547886', [8])
    const second = keysOf('0008844356', [8]).map((key) => ({ ...key, at: key.at + 500 }))
    expect(scansIn([...first, ...second])).toEqual(['0006547886', '0008844356'])
    const typed = keysOf('abc', [100]).slice(0, 3)
    const swipe = keysOf('0006547886', [8]).map((key) => ({ ...key, at: key.at + 200 + 151 }))
    expect(scansIn([...typed, ...swipe])).toEqual(['0006547886'])
  })

  it('never yields the rest of a number whose beginning a pause cut off', () => {
    for (let torn = 0; torn < 10; torn++)
      for (const pause of [151, 300, 500, 700])
        for (const scan of scansIn(keysOf('1589698682', Array<number>(10).fill(8).with(torn, pause))))
          expect(scan).toBe('1589698682')
  })

  it('reads texts of other shapes when nothing is typed before and after', () => {
    for (const text of [
      '6547886',
      '65478861',
      '654788612',
      'gc123456789012',
      'PB0042',
      'MT-2026-aB',
      '130123456789012345',
    ]) {
      expect(heardOf(keysOf(text, [8])), text).toEqual({ scans: [text], mixed: 0 })
      const behind = keysOf('x', []).map((key) => ({ ...key, at: 1000 + 8 * text.length + 200 }))
      expect(heardOf([...keysOf(text, [8]), ...behind.slice(0, 1)]), text).toEqual({ scans: [], mixed: 1 })
      expect(heardOf(typedThenSwiped('ab', 110, 400, text)), text).toEqual({ scans: [], mixed: 1 })
    }
  })
})

/** A person's keys at a pace, and then a swipe that begins a while after the last of them. */
function typedThenSwiped(typed: string, paceMs: number, pauseMs: number, card: string): WedgeKey[] {
  const person = keysOf(typed, [paceMs]).slice(0, -1)
  const from = (person.at(-1)?.at ?? 0) + pauseMs
  return [...person, ...keysOf(card, [8]).map((key) => ({ ...key, at: key.at - 1000 + from }))]
}

describe('a swipe while somebody is typing', () => {
  it('is read whole after letters, however soon', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,12}$/),
        fc.integer({ min: 60, max: 400 }),
        fc.integer({ min: 60, max: 400 }),
        (typed, pace, pause) => {
          expect(scansIn(typedThenSwiped(typed, pace, pause, '0006547886'))).toEqual(['0006547886'])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is asked for again after a digit that could be its own, and read when that was long ago', () => {
    for (const pause of [10, 90, 300, 500])
      expect(heardOf(typedThenSwiped('138', 110, pause, '0006547886'))).toEqual({ scans: [], mixed: 1 })
    expect(scansIn(typedThenSwiped('138', 110, 510, '0006547886'))).toEqual(['0006547886'])
  })

  it('is asked for again when a letter fell between its digits, or an Enter or another key did', () => {
    expect(heardOf(keysOf('0006a547886', [8]))).toEqual({ scans: [], mixed: 1 })
    expect(heardOf(keysOf('0e004f82982g2', [45]))).toEqual({ scans: [], mixed: 1 })
    for (const name of ['Backspace', 'Enter', 'Tab', 'ArrowLeft', 'F5'])
      for (let place = 1; place < 10; place++) {
        const keys = keysOf('1589698682', [8])
        keys.splice(place, 0, { key: name, code: name, at: 1000 + 8 * place - 4 })
        const { scans, mixed } = heardOf(keys)
        expect([scans, mixed > 0], `${name} at ${place}`).toEqual([[], true])
      }
  })
})

describe('a reader that holds its keys in an unusual way', () => {
  it('is not doubted when it presses several keys at once, or never says that it has let go', () => {
    const text = '1234567'
    const atOnce = keysOf(text, [0]).map((key) => ({ ...key, held: 8 }))
    expect(scansIn(atOnce)).toEqual([text])
    expect(scansIn(keysOf(text, [8]))).toEqual([text])
    const overlapping = keysOf(text, [8]).map((key) => ({ ...key, held: 12 }))
    expect(scansIn(overlapping)).toEqual([text])
  })

  it('is doubted when one key is held as a person holds it', () => {
    const keys = keysOf('158969868', [8]).map((key) => ({ ...key, held: 4 }))
    const typed = { key: '7', code: 'Digit7', at: 1030, held: 80 }
    expect(heardOf([...keys, typed])).toEqual({ scans: [], mixed: 1 })
  })
})

describe('typing', () => {
  const human = fc.record({
    text: fc.stringMatching(/^[0-9a-zA-Z;?,-]{1,40}$/),
    gaps: fc.array(fc.integer({ min: 95, max: 250 }), { minLength: 41, maxLength: 41 }),
    suffix: fc.constantFrom('Enter', 'Tab'),
  })

  it('of a person at 95 to 250 ms per key is never taken for a scan, nor for one that was mixed', () => {
    fc.assert(
      fc.property(human, ({ text, gaps, suffix }) => {
        expect(heardOf(keysOf(text, gaps, suffix))).toEqual({ scans: [], mixed: 0 })
      }),
      { numRuns: 500 },
    )
  })

  it('by a key that is held down is no scan', () => {
    expect(scansIn(keysOf('0000000000', [33], 'Enter', { repeat: true }))).toEqual([])
  })

  it('of commands and of short fast bursts is no scan', () => {
    expect(scansIn(keysOf('0006547886', [8], 'Enter', { command: true }))).toEqual([])
    expect(scansIn(keysOf('12345', [8]))).toEqual([])
    expect(scansIn([{ key: 'Enter', code: 'Enter', at: 5 }])).toEqual([])
    expect(scansIn(keysOf('abcdef', [45]))).toEqual([])
  })
})

describe('any reader', () => {
  const gapsUpTo = (most: number) => fc.array(fc.integer({ min: 0, max: most }), { minLength: 37, maxLength: 37 })

  it('with gaps of 30 to 60 ms and one of 100 ms has its cards read', () => {
    const slow = fc.array(fc.integer({ min: 30, max: 60 }), { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{10}$/), slow, fc.integer({ min: 1, max: 9 }), (text, gaps, late) => {
        expect(scansIn(keysOf(text, gaps))).toEqual([text])
        expect(scansIn(keysOf(text, gaps.with(late, 100)))).toEqual([text])
      }),
      { numRuns: 500 },
    )
  })

  it('of a usual pace is recognised, whatever it sends', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z-]{12,36}$/), gapsUpTo(18), (text, gaps) => {
        fc.pre(
          /[a-z].*[a-z].*[a-z].*[a-z].*[a-z].*[a-z].*[a-z].*[a-z].*[a-z].*[a-z].*[a-z]/i.test(text) ||
            text.replaceAll(/\D/g, '').length < 10,
        )
        expect(scansIn(keysOf(text, gaps))).toEqual([text])
      }),
      { numRuns: 500 },
    )
  })

  it('is read whole or asked for again, never read in part', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z-]{6,36}$/), gapsUpTo(60), fc.nat(9), (text, gaps, late) => {
        for (const keys of [keysOf(text, gaps), keysOf(text, gaps.with(late, 400))])
          for (const value of scansIn(keys)) expect(value).toBe(text)
      }),
      { numRuns: 500 },
    )
  })
})
