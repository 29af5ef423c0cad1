import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exchangeProblem,
  type LotPart,
  lotsOfExchange,
  MAX_RECEIVED,
  mostExchangeable,
  NO_LIMIT,
  receivedFor,
  unitsOf,
} from './exchange.calc.ts'

const units = fc.integer({ min: 1, max: 100_000_000 })
const rates = fc
  .record({
    fromUnits: units,
    toUnits: units,
    step: fc.integer({ min: 1, max: 1000 }),
    steps: fc.integer({ min: 1, max: 50 }),
    dayLimit: fc.oneof(fc.constant(NO_LIMIT), fc.integer({ min: 1, max: 100_000 })),
  })
  .map(({ steps, ...rate }) => ({ ...rate, minimum: rate.step * steps }))
const standings = fc.record({
  available: fc.integer({ min: 0, max: 200_000 }),
  usedToday: fc.integer({ min: 0, max: 100_000 }),
})

describe('an exchange', () => {
  it('is rounded down by less than one unit', () => {
    fc.assert(
      fc.property(units, units, units, (fromUnits, toUnits, amount) => {
        const received = BigInt(receivedFor({ fromUnits, toUnits }, amount))
        fc.pre(received <= BigInt(MAX_RECEIVED))
        const [from, exact] = [BigInt(fromUnits), BigInt(amount) * BigInt(toUnits)]
        expect(received * from <= exact && exact < (received + 1n) * from).toBe(true)
      }),
    )
  })

  it('never gives more in two parts than at once', () => {
    fc.assert(
      fc.property(rates, units, units, (rate, one, other) => {
        const apart = receivedFor(rate, one) + receivedFor(rate, other)
        fc.pre(apart <= MAX_RECEIVED)
        expect(apart).toBeLessThanOrEqual(receivedFor(rate, one + other))
      }),
    )
  })

  it('accepts the largest amount that it offers, and nothing larger', () => {
    fc.assert(
      fc.property(rates, standings, (rate, standing) => {
        const most = mostExchangeable(rate, standing)
        fc.pre(receivedFor(rate, most + rate.step) <= MAX_RECEIVED)
        if (most > 0) expect(exchangeProblem(rate, most, standing)).toBeNull()
        const more = Math.max(most + rate.step, rate.minimum)
        expect(exchangeProblem(rate, more, standing)).not.toBeNull()
      }),
    )
  })

  it('names why an amount is refused', () => {
    const rate = { fromUnits: 100, toUnits: 1, minimum: 200, step: 100, dayLimit: 500 }
    const has = { available: 450, usedToday: 100 }
    expect(exchangeProblem(rate, 100, has)).toEqual({ code: 'exchange.belowMinimum', details: { minimum: 200 } })
    expect(exchangeProblem(rate, 250, has)).toEqual({ code: 'exchange.notStep', details: { step: 100 } })
    expect(exchangeProblem(rate, 500, has)).toEqual({ code: 'exchange.dayLimit', details: { limit: 500, left: 400 } })
    expect(exchangeProblem(rate, 400, has)).toBeNull()
    expect(exchangeProblem(rate, 400, { ...has, available: 399 })).toMatchObject({ code: 'exchange.short' })
  })

  it('counts money in fen and everything else in whole units', () => {
    expect(unitsOf('give', 1.25)).toBe(125)
    expect(unitsOf('laps', 3)).toBe(3)
    expect(unitsOf('laps', 2.5)).toBeNaN()
  })
})

describe('the lots of an exchange', () => {
  const taken = fc.array(
    fc.record({
      ends: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 6 })),
      value: fc.integer({ min: 1, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const valueAfter = (lots: readonly LotPart[], moment: number): bigint =>
    lots.reduce((sum, { ends, value }) => (ends === null || ends > moment ? sum + BigInt(value) : sum), 0n)

  it('add up to what is received, and outlive nothing that they came from', () => {
    fc.assert(
      fc.property(taken, fc.integer({ min: 1, max: MAX_RECEIVED }), (parts, received) => {
        const lots = lotsOfExchange(parts, received)
        expect(valueAfter(lots, 0)).toBe(BigInt(received))
        const total = valueAfter(parts, 0)
        for (let moment = 0; moment <= 6; moment++) {
          const [left, source] = [valueAfter(lots, moment) * total, valueAfter(parts, moment) * BigInt(received)]
          expect(left <= source && source - left < total).toBe(true)
        }
      }),
    )
  })
})
