import { describe, expect, it } from 'vitest'
import { changeOf, likelyNotes } from './cash-given.calc.ts'

describe('cash', () => {
  it('computes the change, and none where the cash does not cover the price', () => {
    expect([changeOf(5000, null), changeOf(5000, 100), changeOf(5000, 50), changeOf(5000, 49.99)]).toEqual([
      0,
      5000,
      0,
      null,
    ])
  })
  it('suggests likely notes for a price', () => {
    expect(likelyNotes(20_000)).toEqual([500, 1000])
    expect(likelyNotes(3550)).toEqual([40, 50, 100])
    expect(likelyNotes(58_000)).toEqual([600, 1000])
  })
})
