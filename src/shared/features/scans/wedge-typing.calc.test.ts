import { expect, it } from 'vitest'
import { type ModelClass, outcomeOf, personKeys, readerKeys } from '#tests/support/browser/wedge-model.ts'
import { type Chance, chanceOf } from '#tests/walks/random.ts'

/** Number of scans per class: `WEDGE_RUNS=10000 WEDGE_SEED=2` for the figures of docs/counter.md#measured. */
const RUNS = Number(process.env.WEDGE_RUNS ?? 100)
const SEED = Number(process.env.WEDGE_SEED ?? 1)

const digits = (chance: Chance, count: number): string => Array.from({ length: count }, () => chance.below(10)).join('')

const scannable: Record<string, (chance: Chance) => string> = {
  'a card': (chance) => digits(chance, 10),
  'a card without its zeros': (chance) => `1${digits(chance, chance.between(6, 7))}`,
  'a pay code': (chance) => `13${digits(chance, 16)}`,
  'a coupon': (chance) => `gc${digits(chance, 12)}`,
  'a badge': (chance) => `pb${digits(chance, 5)}`,
}

const gaps = [
  [1, 16],
  [16, 30],
  [30, 45],
  [45, 60],
] as const

const classes = Object.keys(scannable).flatMap((name) => gaps.map(([least, most]) => ({ name, least, most })))

it.each(classes)('$name at $least to $most ms between keys is never another, and no letter is lost', (one) => {
  const { name, least, most } = one
  const chance = chanceOf(SEED)
  const reader: ModelClass = {
    gaps: [least, most],
    holds: most > 30 ? ['report', 'part'] : ['report', 'part', 'untilNext'],
    tickMs: chance.oneOf([0.1, 1]),
  }
  for (let run = 0; run < RUNS; run++) {
    const text = scannable[name]?.(chance) ?? ''
    const from = 2000 + chance.below(1000) / 7
    const swiped = readerKeys(chance, reader, text, from)
    expect(outcomeOf(swiped, reader), `clean scan ${run}`).toEqual({ scans: [text], field: '', enters: 0 })

    const endedAt = swiped.at(-1)?.at ?? from
    const typed = personKeys(chance, from - chance.below(1500), endedAt + chance.below(1000) - 200)
    const { scans, field } = outcomeOf([...typed, ...swiped], reader)
    expect(
      scans.filter((value) => value !== '' && value !== text),
      `scan ${run} among typing`,
    ).toEqual([])
    expect(scans.length, `scan ${run}`).toBeGreaterThan(0)
    expect(field, `scan ${run}`).toBe(typed.map(({ char }) => char).join(''))
  }
})

it('never yields another card if a key held on two keyboards is reported once', () => {
  const chance = chanceOf(SEED)
  for (let run = 0; run < RUNS; run++) {
    const reader: ModelClass = { gaps: chance.oneOf(gaps), holds: ['report', 'part'], tickMs: 1, tellsOnce: true }
    const card = digits(chance, 10)
    const swiped = readerKeys(chance, reader, card, 2000)
    const typed = personKeys(chance, 2000 - chance.below(800), swiped.at(-1)?.at ?? 2000)
    for (const value of outcomeOf([...typed, ...swiped], reader).scans) expect(['', card]).toContain(value)
  }
})

it('never yields another card if a busy computer timestamps keys late', () => {
  const chance = chanceOf(SEED)
  for (let run = 0; run < RUNS; run++) {
    const reader: ModelClass = { gaps: chance.oneOf(gaps), holds: ['report', 'part'], tickMs: 0.01, stalls: true }
    const card = digits(chance, 10)
    const swiped = readerKeys(chance, reader, card, 2000 + chance.below(500))
    const typed = personKeys(chance, 2000 - chance.below(800), swiped.at(-1)?.at ?? 2000)
    for (const value of outcomeOf([...typed, ...swiped], reader).scans) expect(['', card]).toContain(value)
  }
})
