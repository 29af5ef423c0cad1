import { describe, expect, it } from 'vitest'
import { isPayCode, payCodeOf } from './pay-code.calc.ts'

describe('a pay code', () => {
  it('may contain the spaces that an app shows', () => {
    expect(payCodeOf(' 1345 6789 0123 4567 89 ')).toBe('134567890123456789')
  })

  it('is not a card, phone or coupon number', () => {
    expect(isPayCode('134567890123456789')).toBe(true)
    expect(isPayCode('281234567890123456')).toBe(true)
    for (const other of ['', '0004829731', '13800001111', 'MT-2231-0099-ABCD', '1234567890123456789012345'])
      expect(isPayCode(other)).toBe(false)
  })
})
