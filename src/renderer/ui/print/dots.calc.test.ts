import { expect, it } from 'vitest'
import { pathOfDots } from './dots.calc.ts'

it('draws each run of black dots once', () => {
  const dots = btoa(String.fromCharCode(0b11000001, 0b10000000, 0, 0xff))
  expect(pathOfDots({ width: 16, height: 2, dots })).toBe('M0 0h2v1h-2zM7 0h2v1h-2zM8 1h8v1h-8z')
})
