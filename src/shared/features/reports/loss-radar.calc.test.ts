import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUnusual, type RadarFact, radarOf } from './loss-radar.calc.ts'

const fact = (personId: string, what: RadarFact['what'], count: number, more: Partial<RadarFact> = {}): RadarFact => ({
  personId,
  what,
  count,
  isNow: true,
  amount: 0,
  ...more,
})
const before = { isNow: false }
const figureOf = (facts: RadarFact[], person: string, measure: string) =>
  radarOf(facts, 7)
    .find(({ personId }) => personId === person)
    ?.figures.find((one) => one.measure === measure)

it('marks a user who refunds far more often than colleagues with as many orders', () => {
  const usual = ['a', 'b'].flatMap((one) => [fact(one, 'orders', 500, before), fact(one, 'refunds', 10, before)])
  const mine = [fact('me', 'orders', 100), fact('me', 'refunds', 9, { amount: 45_000 })]
  expect(figureOf([...usual, ...mine], 'me', 'refunds')).toEqual({
    measure: 'refunds',
    count: 9,
    amount: 45_000,
    expected: 2,
    against: 'colleagues',
    isUnusual: true,
  })
  expect(figureOf([...usual, fact('me', 'orders', 100), fact('me', 'refunds', 5)], 'me', 'refunds')?.isUnusual).toBe(
    false,
  )
})

it('excludes a user from the comparison with colleagues', () => {
  const others = [fact('a', 'orders', 300), fact('a', 'voids', 3)]
  const mine = [fact('me', 'orders', 300), fact('me', 'voids', 30), fact('me', 'voids', 120, before)]
  expect(figureOf([...others, ...mine], 'me', 'voids')).toMatchObject({ expected: 3, isUnusual: true })
})

it('compares a user without comparable colleagues with the previous four weeks', () => {
  const alone = [fact('me', 'orders', 50), fact('me', 'cancels', 8), fact('me', 'cancels', 4, before)]
  expect(figureOf(alone, 'me', 'cancels')).toMatchObject({ expected: 1, against: 'before', isUnusual: true })
  const manager = [fact('m', 'refunds', 40, before), fact('m', 'refunds', 11), fact('a', 'orders', 900)]
  expect(figureOf(manager, 'm', 'refunds')).toMatchObject({ expected: 10, against: 'before', isUnusual: false })
  expect(figureOf([fact('new', 'short', 3)], 'new', 'short')).toMatchObject({
    expected: null,
    against: 'nothing',
    isUnusual: false,
  })
})

it('omits users without activity, and sorts by deviation', () => {
  const facts = [
    fact('idle', 'orders', 90, before),
    fact('busy', 'orders', 200),
    fact('odd', 'orders', 30),
    fact('odd', 'tests', 6),
  ]
  expect(radarOf(facts, 7).map(({ personId }) => personId)).toEqual(['odd', 'busy'])
})

it('never marks fewer than three, and marks any higher count as well', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 5000, noNaN: true }), (count, expected) => {
      if (count < 3) expect(isUnusual(count, expected)).toBe(false)
      if (isUnusual(count, expected)) expect(isUnusual(count + 1, expected)).toBe(true)
      if (count <= expected) expect(isUnusual(count, expected)).toBe(false)
    }),
  )
})
