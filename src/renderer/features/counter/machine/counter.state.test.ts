import { describe, expect, it } from 'vitest'
import { isBeingCharged } from './counter.state.ts'

describe('a quote', () => {
  it('is not made while its charge is paid, or it would call the coupon of that charge used', () => {
    expect(isBeingCharged({ kind: 'awaitsPayCode' })).toBe(true)
    expect(isBeingCharged({ kind: 'awaitsMember', lookup: 1 })).toBe(false)
    expect(isBeingCharged({ kind: 'idle' })).toBe(false)
  })
})
