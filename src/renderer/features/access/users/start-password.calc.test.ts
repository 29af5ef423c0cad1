import { describe, expect, it } from 'vitest'
import { NewPassword } from '#shared/features/access/password.calc.ts'
import { startPassword } from './start-password.calc.ts'

describe('an initial password', () => {
  it('meets the password rule and has no ambiguous characters', () => {
    for (let round = 0; round < 500; round++) {
      const made = startPassword(Math.random)
      expect(NewPassword.safeParse(made).success, made).toBe(true)
      expect(made).not.toMatch(/[01iloIO]/)
    }
    expect(startPassword(() => 0)).toBe('aaaaaa-2222')
  })
})
