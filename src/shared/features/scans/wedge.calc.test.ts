import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WedgeKey } from './key-text.calc.ts'
import { idleWedge, type WedgeScan, wedgeRelease, wedgeStep } from './wedge.calc.ts'

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

/** Feeds keys to the detector, with a release after `held` ms; without `held` no releases are reported. */
function verdictsOf(keys: readonly (WedgeKey & { held?: number })[]): WedgeScan[] {
  const events = keys.flatMap((key) => {
    const press = { key, at: key.at, isRelease: false }
    return key.held === undefined ? [press] : [press, { key, at: key.at + key.held, isRelease: true }]
  })
  let state = idleWedge
  const scans: WedgeScan[] = []
  /** An empty scan: the guest must swipe again. */
  const doubt = () => {
    const last = scans.pop()
    if (last) scans.push({ ...last, value: '' })
  }
  for (const { key, at, isRelease } of events.toSorted((one, other) => one.at - other.at)) {
    if (isRelease) {
      const release = wedgeRelease(state, { ...key, at })
      state = release.state
      if (release.ended === 'person') doubt()
      continue
    }
    const step = wedgeStep(state, key)
    state = step.state
    if (step.ended === 'person') doubt()
    if (step.verdict.kind === 'scan') scans.push(step.verdict)
  }
  return scans
}

const scansIn = (keys: readonly (WedgeKey & { held?: number })[]): string[] =>
  verdictsOf(keys).map(({ value }) => value)

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

  it.each(['Shift', 'CapsLock', 'NumLock'])('ignores a %s between the characters', (name) => {
    const keys = keysOf('0006547886', [8])
    keys.splice(3, 0, { key: name, code: name === 'Shift' ? 'ShiftLeft' : name, at: 1020 })
    expect(scansIn(keys)).toEqual(['0006547886'])
  })

  it('reports a swipe without a number as an empty scan', () => {
    for (const sent of [';?', '%?', '%?;?', ';E?', '%E?;E?+E?']) expect(scansIn(keysOf(sent, [8]))).toEqual([''])
    expect(scansIn(keysOf(';?', [90]))).toEqual([])
  })

  it('extracts the number from magnetic-stripe sentinels', () => {
    expect(scansIn(keysOf(';0006547886?', [8]))).toEqual(['0006547886'])
    expect(scansIn(keysOf('%ABC?;0006547886=2512?', [8]))).toEqual(['0006547886'])
    expect(scansIn(keysOf('%AB123456?', [8]))).toEqual(['AB123456'])
  })

  it('swallows a second Enter of the same scan, but not a later one', () => {
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

  it('never yields the rest of a number that a pause has cut', () => {
    for (let torn = 0; torn < 10; torn++)
      for (const pause of [151, 300, 500])
        for (const scan of scansIn(keysOf('1589698682', Array<number>(10).fill(8).with(torn, pause))))
          expect(scan).toBe('')
  })
})

/** Keys of a person followed by a swipe after a pause. */
function typedThenSwiped(
  typed: string,
  paceMs: number,
  pauseMs: number,
  card: string,
): (WedgeKey & { held: number })[] {
  const person = keysOf(typed, [paceMs]).slice(0, -1)
  const from = (person.at(-1)?.at ?? 0) + pauseMs
  const held = Math.min(140, Math.max(45, paceMs - 15))
  const reader = keysOf(card, [8]).map((key) => ({ ...key, at: key.at - 1000 + from, held: 4 }))
  return [...person.map((key) => ({ ...key, held })), ...reader]
}

describe('a swipe while somebody is typing', () => {
  it('is read completely once the last typed key is released', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]{2,12}$/),
        fc.integer({ min: 80, max: 400 }),
        fc.integer({ min: 170, max: 400 }),
        (typed, pace, pause) => {
          expect(scansIn(typedThenSwiped(typed, pace, pause, '0006547886'))).toEqual(['0006547886'])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reports its own part of the text, so that typed text is preserved', () => {
    expect(verdictsOf(typedThenSwiped('ab1', 90, 130, '0006547886'))).toEqual([
      { kind: 'scan', value: '0006547886', text: '0006547886', length: 10, typed: [] },
    ])
  })

  it('must be repeated if a key was still held or typed between its digits; typed text is preserved', () => {
    expect(verdictsOf(typedThenSwiped('ab1', 110, 90, '0006547886'))).toEqual([
      { kind: 'scan', value: '', text: '0006547886', length: 10, typed: [] },
    ])
    expect(verdictsOf(keysOf('0006a547886', [8]))).toEqual([
      { kind: 'scan', value: '', text: '0006a547886', length: 11, typed: [{ index: 4, char: 'a' }] },
    ])
  })

  it('must be repeated if an added or missing digit could make another card of it', () => {
    for (const typed of ['ab', '138'])
      for (const pause of [60, 90, 150, 600])
        expect(scansIn(typedThenSwiped(typed, 110, pause, '6547886'))).toEqual([''])
    expect(scansIn(typedThenSwiped('138', 110, 2500, '6547886'))).toEqual(['6547886'])
  })

  it('must be repeated if a person pressed Enter in the middle of it', () => {
    for (const place of [3, 6, 8])
      for (const [gap, held] of [
        [8, 4],
        [50, 20],
      ] as const) {
        const reader = keysOf('123456789012', [gap]).map((key) => ({ ...key, held }))
        const enter = { key: 'Enter', code: 'Enter', at: 1000 + gap * place - gap / 2, held: 75 }
        for (const value of scansIn([...reader, enter].toSorted((one, other) => one.at - other.at)))
          expect(value).toBe('')
      }
  })

  it('yields the swiped card or none', () => {
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
          // One pause of the reader itself.
          const paused = keys.map((key, index) => (index > typed.length + at ? { ...key, at: key.at + 90 } : key))
          for (const scan of [...scansIn(keys), ...scansIn(paused)]) expect(['', card]).toContain(scan)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

/** A card, a coupon, a pay code, a badge. Ten digits with letters among them are a card and a person's keys, and nothing scannable. */
const scannable = fc
  .stringMatching(/^(?:[0-9]{10}|[1-9][0-9]{6}|[a-z]{2}[0-9]{12}|13[0-9]{16}|pb[0-9]{5}|[0-9A-Za-z]{12})$/)
  .filter((text) => !/[a-z]/i.test(text) || text.replaceAll(/\D/g, '').length !== 10)

describe('a key that a person holds while something is read', () => {
  const withHolds = (keys: readonly WedgeKey[], held: number) => keys.map((key) => ({ ...key, held }))
  const swipedFrom = (from: number, text: string, gap: number) =>
    withHolds(keysOf(text, [gap]), gap / 2).map((key) => ({ ...key, at: key.at - 1000 + from }))
  const typedAt = (char: string, at: number, held: number) => {
    const [key] = keysOf(char, [])
    return { ...(key as WedgeKey), at, held }
  }

  it('is not part of the scan; the number must be repeated unless the key was released before', () => {
    fc.assert(
      fc.property(
        scannable,
        fc.constantFrom(...'xyz013'),
        fc.integer({ min: 4, max: 16 }),
        fc.integer({ min: -150, max: 100 }),
        fc.integer({ min: 60, max: 140 }),
        (text, char, gap, before, held) => {
          const readBy = gap * text.length
          // Keys pressed at the last moment have their own test below.
          fc.pre(before < readBy - 30 && before !== 0)
          const person = typedAt(char, 5000 + before, held)
          const reader = swipedFrom(5000, text, gap)
          // The computer reports one key if two keyboards press it at the same time.
          fc.pre(!reader.some(({ code, at }) => code === person.code && Math.abs(at - person.at) <= held + gap))
          const [scan, ...more] = verdictsOf([person, ...reader])
          expect(more).toEqual([])
          const isLong = text.length >= 12 || /^\d{10}$/.test(text)
          expect(scan?.value).toBe(isLong && before + held < -Math.max(25, 2 * gap) ? text : '')
          const inside = scan?.typed.map((one) => one.char).join('')
          expect([scan?.length, inside]).toEqual(before < 0 ? [text.length, ''] : [text.length + 1, char])
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('never makes another number of it at the last moment', () => {
    fc.assert(
      fc.property(scannable, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 4, max: 16 }), (text, early, gap) => {
        const person = typedAt('x', 5000 + gap * text.length - early - 0.5, 90)
        fc.pre(!/x/i.test(text) && person.at < 5000 + gap * (text.length - 1))
        for (const value of scansIn([person, ...swipedFrom(5000, text, gap)])) expect(['', text]).toContain(value)
      }),
      { numRuns: 500 },
    )
  })

  it('does not affect readers that press several keys at once or report no releases', () => {
    const text = '1234567'
    const atOnce = keysOf(text, [0]).map((key) => ({ ...key, held: 8 }))
    expect(scansIn(atOnce)).toEqual([text])
    expect(scansIn(keysOf(text, [8]))).toEqual([text])
    const overlapping = keysOf(text, [8]).map((key) => ({ ...key, held: 12 }))
    expect(scansIn(overlapping)).toEqual([text])
  })
})

describe('typing', () => {
  const human = fc.record({
    text: fc.stringMatching(/^[0-9a-zA-Z;?,-]{1,40}$/),
    gaps: fc.array(fc.integer({ min: 60, max: 150 }), { minLength: 41, maxLength: 41 }),
    suffix: fc.constantFrom('Enter', 'Tab'),
  })

  it('at 60 to 150 ms per key is never taken for a scan', () => {
    fc.assert(
      fc.property(human, ({ text, gaps, suffix }) => {
        expect(scansIn(keysOf(text, gaps, suffix))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('with a held key is no scan', () => {
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
  const keys = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 37, maxLength: 37 })

  it('with gaps up to 50 ms and one of 100 ms is always recognised', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z-]{10,36}$/), keys, fc.nat(9), (text, gaps, slow) => {
        const read = keysOf(text, gaps.with(slow, 100)).map((key) => ({ ...key, held: 0 }))
        expect(scansIn(read)).toEqual([text])
      }),
      { numRuns: 500 },
    )
  })

  it('that pauses while holding a key is read completely or must be repeated', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z-]{10,36}$/), keys, fc.nat(9), (text, gaps, slow) => {
        const read = keysOf(text, gaps.with(slow, 100)).map((key, index) => ({
          ...key,
          held: index === slow ? 100 : 0,
        }))
        for (const value of scansIn(read)) expect(['', text]).toContain(value)
      }),
      { numRuns: 500 },
    )
  })
})
