import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskPhone } from './phone.calc.ts'

describe('a masked phone', () => {
  it('shows the first three and the last four digits', () => {
    expect(maskPhone('13800001111')).toBe('138****1111')
    expect(maskPhone('')).toBe('')
  })

  it('shows at most seven digits, and has the original length', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,15}$/), (phone) => {
        const masked = maskPhone(phone)
        expect(masked).toHaveLength(phone.length)
        expect(masked.replaceAll('*', '').length).toBeLessThanOrEqual(7)
        if (phone.length > 0) expect(masked).toContain('*')
      }),
    )
  })
})
