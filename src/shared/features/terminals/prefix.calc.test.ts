import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freePrefix } from './prefix.calc.ts'

it('counts up from the requested prefix', () => {
  expect(freePrefix('T1', new Set(['T1']))).toBe('T2')
  expect(freePrefix('BAR', new Set(['BAR', 'BAR1']))).toBe('BAR2')
})

it('always finds a free and valid prefix', () => {
  const prefix = fc.stringMatching(/^[A-Za-z0-9]{1,6}$/)
  fc.assert(
    fc.property(prefix, fc.array(prefix), (wanted, others) => {
      const taken = new Set([wanted, ...others])
      const found = freePrefix(wanted, taken)
      expect(taken).not.toContain(found)
      expect(found).toMatch(/^[A-Za-z0-9]{1,6}$/)
    }),
  )
})
