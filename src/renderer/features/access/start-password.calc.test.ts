import { describe, expect, it } from 'vitest'
import { NewPassword } from '#shared/features/access/password.calc.ts'
import { startPassword } from './start-password.calc.ts'

describe('a password to begin with', () => {
  it('fits the rule for passwords and has no sign that is read for another', () => {
    for (let round = 0; round < 500; round++) {
      const made = startPassword(Math.random)
      expect(NewPassword.safeParse(made).success, made).toBe(true)
      expect(made).not.toMatch(/[01iloIO]/)
    }
    expect(startPassword(() => 0)).toBe('aaaaaa-2222')
  })
})
