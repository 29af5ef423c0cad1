import { describe, expect, it } from 'vitest'
import { isIdentityNumber, maskIdentityNumber } from './identity-number.calc.ts'

describe('an identity number', () => {
  it.each(['11010519491231002X', '440524188001010014', 'E12345678', 'H0123456', '12345'])('accepts %s', (number) => {
    expect(isIdentityNumber(number)).toBe(true)
  })

  it.each([
    ['110105194912310021', 'its check sign is another'],
    ['E1', 'nothing is so short'],
    ['E12345678-1', 'a hyphen is in none'],
    ['123456789012345678901', 'nothing is so long'],
  ])('refuses %s: %s', (number) => {
    expect(isIdentityNumber(number)).toBe(false)
  })

  it('is masked except for its first three and last four characters, a short one except for its first', () => {
    expect(maskIdentityNumber('11010519491231002X')).toBe('110***********002X')
    expect(maskIdentityNumber('E12345678')).toBe('E********')
    expect(maskIdentityNumber('')).toBe('')
  })
})
