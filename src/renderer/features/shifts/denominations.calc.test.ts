import { expect, it } from 'vitest'
import { DENOMINATIONS, worthOf } from './denominations.calc.ts'

it('adds up notes and coins without losing a fen', () => {
  expect(worthOf({})).toBe(0)
  expect(worthOf({ 10000: 3, 500: null, 50: 1, 10: 7 })).toBe(30_120)
  expect(worthOf(Object.fromEntries(DENOMINATIONS.map((one) => [one, 1])))).toBe(18_660)
})
