import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WedgeKey } from './key-text.calc.ts'
import { idleWedge, wedgeStep } from './wedge.calc.ts'

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

function scansIn(keys: readonly WedgeKey[]): string[] {
  let state = idleWedge
  return keys.flatMap((key) => {
    const step = wedgeStep(state, key)
    state = step.state
    return step.verdict.kind === 'scan' ? [step.verdict.value] : []
  })
}

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
    const typed = keysOf('138', [100]).slice(0, 3)
    const swipe = keysOf('0006547886', [8]).map((key) => ({ ...key, at: key.at + 200 + 151 }))
    expect(scansIn([...typed, ...swipe])).toEqual(['0006547886'])
  })

  it('never yields the rest of a number whose beginning a pause cut off', () => {
    for (let torn = 0; torn < 10; torn++)
      for (const pause of [151, 300, 500])
        for (const scan of scansIn(keysOf('1589698682', Array<number>(10).fill(8).with(torn, pause))))
          expect(scan).toBe('')
  })
})

/** A person's keys at a pace, and then a swipe that begins a while after the last of them. */
function typedThenSwiped(typed: string, paceMs: number, pauseMs: number, card: string): WedgeKey[] {
  const person = keysOf(typed, [paceMs]).slice(0, -1)
  const from = (person.at(-1)?.at ?? 0) + pauseMs
  return [...person, ...keysOf(card, [8]).map((key) => ({ ...key, at: key.at - 1000 + from }))]
}

describe('a swipe while somebody is typing', () => {
  it('is read whole, whatever was typed before it and however soon', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]{2,12}$/),
        fc.integer({ min: 60, max: 400 }),
        fc.integer({ min: 60, max: 400 }),
        (typed, pace, pause) => {
          expect(scansIn(typedThenSwiped(typed, pace, pause, '0006547886'))).toEqual(['0006547886'])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('tells how much of the text is its own, so that what was typed stays', () => {
    let state = idleWedge
    const verdicts = typedThenSwiped('ab1', 110, 90, '0006547886').map((key) => {
      const step = wedgeStep(state, key)
      state = step.state
      return step.verdict
    })
    expect(verdicts.at(-1)).toEqual({ kind: 'scan', value: '0006547886', length: 10, typed: null })
  })

  it('loses a letter that fell between its digits', () => {
    const keys = keysOf('0006a547886', [8])
    let state = idleWedge
    const last = keys.map((key) => {
      const step = wedgeStep(state, key)
      state = step.state
      return step.verdict
    })
    expect(last.at(-1)).toEqual({
      kind: 'scan',
      value: '0006547886',
      length: 11,
      typed: { index: 4, char: 'a' },
    })
  })

  it('without leading zeros is read after letters, and asked for again after a digit that could be its own', () => {
    expect(scansIn(typedThenSwiped('ab', 110, 90, '6547886'))).toEqual(['6547886'])
    for (const pause of [60, 90, 150]) expect(scansIn(typedThenSwiped('138', 110, pause, '6547886'))).toEqual([''])
  })

  it('never gives a card that is neither the swiped one nor none', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{1,11}$/),
        fc.integer({ min: 60, max: 149 }),
        fc.integer({ min: 56, max: 149 }),
        fc.stringMatching(/^[1-9][0-9]{7,9}$/),
        fc.integer({ min: 0, max: 20 }),
        (typed, pace, pause, card, slow) => {
          fc.pre(typed.length > 1)
          const keys = typedThenSwiped(typed, pace, pause, card)
          const at = Math.min(slow, card.length - 1)
          // One pause of the reader's own, as they happen.
          const paused = keys.map((key, index) => (index > typed.length + at ? { ...key, at: key.at + 90 } : key))
          for (const scan of [...scansIn(keys), ...scansIn(paused)]) expect(['', card]).toContain(scan)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('typing', () => {
  const human = fc.record({
    text: fc.stringMatching(/^[0-9a-zA-Z;?,-]{1,40}$/),
    gaps: fc.array(fc.integer({ min: 60, max: 150 }), { minLength: 41, maxLength: 41 }),
    suffix: fc.constantFrom('Enter', 'Tab'),
  })

  it('of a person at 60 to 150 ms per key is never taken for a scan', () => {
    fc.assert(
      fc.property(human, ({ text, gaps, suffix }) => {
        expect(scansIn(keysOf(text, gaps, suffix))).toEqual([])
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
  it('with gaps up to 50 ms and one of 100 ms is recognised, whatever it sends', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Za-z-]{10,36}$/),
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 37, maxLength: 37 }),
        fc.nat(9),
        (text, gaps, slow) => {
          expect(scansIn(keysOf(text, gaps.with(slow, 100)))).toEqual([text])
        },
      ),
      { numRuns: 500 },
    )
  })
})
