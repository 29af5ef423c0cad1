import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Driven, drawn, placed, pointsTable, startLists } from './matches.calc.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `车手${index + 1}`)
const driven = (laps: number, totalMs: number | null, more: Partial<Driven> = {}): Driven => ({
  laps,
  totalMs,
  bestMs: totalMs === null ? null : Math.round(totalMs / Math.max(1, laps)),
  status: '',
  penaltyMs: 0,
  ...more,
})

describe('a draw', () => {
  it('is the same for its seed on every computer, and another for another seed', () => {
    expect(drawn(names(6), 2026)).toEqual(drawn(names(6), 2026))
    expect(drawn(names(6), 2026)).toEqual(['车手4', '车手1', '车手5', '车手6', '车手2', '车手3'])
    expect(drawn(names(20), 1)).not.toEqual(drawn(names(20), 2))
  })

  it('puts everybody into one group, and heats differ by one member at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(),
        (count, groupSize, seed) => {
          for (const format of ['qualifying', 'heat', 'final'] as const) {
            const groups = startLists(names(count), { format, groupSize, seed })
            expect(groups.flat().toSorted()).toEqual(names(count).toSorted())
            const sizes = groups.map(({ length }) => length)
            expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(groupSize)
            if (format === 'heat' && count > 0) expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })

  it('keeps the order of a final: the first are together', () => {
    expect(startLists(names(5), { format: 'final', groupSize: 3, seed: 1 })).toEqual([
      ['车手1', '车手2', '车手3'],
      ['车手4', '车手5'],
    ])
  })
})

describe('results', () => {
  const points = [25, 18, 15]
  const order = (entries: Record<string, Driven>, format: 'qualifying' | 'final') =>
    placed(
      Object.entries(entries).map(([name, one]) => ({ name, ...one })),
      { format, points },
    ).map(({ name, place, points: own }) => `${name} ${place} ${own}`)

  it('of a final are by laps, then time with the penalty', () => {
    const entries = { a: driven(9, 500_000), b: driven(10, 600_000), c: driven(10, 590_000, { penaltyMs: 10_001 }) }
    expect(order(entries, 'final')).toEqual(['b 1 25', 'c 2 18', 'a 3 15'])
  })

  it('of a qualifying are by the best lap, however many laps', () => {
    const entries = { a: driven(9, 450_000), b: driven(1, 49_999), c: driven(3, null, { bestMs: null }) }
    expect(order(entries, 'qualifying')).toEqual(['b 1 25', 'a 2 18', 'c 3 15'])
  })

  it('have no place for who did not finish, did not start or was disqualified, in this order', () => {
    const entries = {
      a: driven(10, 1, { status: 'dq' }),
      b: driven(0, null),
      c: driven(4, 1, { status: 'dnf' }),
      d: driven(1, 9),
    }
    expect(order(entries, 'final')).toEqual(['d 1 25', 'c null 0', 'b null 0', 'a null 0'])
  })

  it('add up to a table, where the latest round decides between equal points', () => {
    const of = (signUpId: string, roundNumber: number, place: number | null, own: number) => ({
      signUpId,
      number: 1,
      racer: signUpId,
      roundNumber,
      place,
      points: own,
    })
    const rows = pointsTable([
      of('a', 1, 1, 25),
      of('b', 1, 2, 18),
      of('b', 2, 1, 25),
      of('a', 2, 2, 18),
      of('c', 2, null, 0),
    ])
    expect(rows.map(({ racer, place, points: own }) => `${place} ${racer} ${own}`)).toEqual([
      '1 b 43',
      '2 a 43',
      '3 c 0',
    ])
  })
})
