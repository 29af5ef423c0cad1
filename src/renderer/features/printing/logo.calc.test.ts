import { expect, it } from 'vitest'
import { dotsOf, fitted } from './logo.calc.ts'

const picture = (width: number, height: number, shade: number) => ({
  width,
  height,
  grey: new Float32Array(width * height).fill(shade),
})
const inkOf = (bits: Uint8Array): number =>
  bits.reduce((sum, byte) => sum + [...byte.toString(2)].filter((bit) => bit === '1').length, 0)

it('prints black as black, white as white, and grey as half of the dots', () => {
  expect(inkOf(dotsOf(picture(16, 4, 0)))).toBe(64)
  expect(inkOf(dotsOf(picture(16, 4, 255)))).toBe(0)
  const half = inkOf(dotsOf(picture(64, 64, 127.5))) / (64 * 64)
  expect(half).toBeGreaterThan(0.45)
  expect(half).toBeLessThan(0.55)
})

it('puts the leftmost dot into the highest bit', () => {
  const grey = new Float32Array(16).fill(255)
  grey[0] = 0
  grey[9] = 0
  expect([...dotsOf({ width: 16, height: 1, grey })]).toEqual([0x80, 0x40])
})

it('shrinks what is too wide or too high, and enlarges nothing', () => {
  expect(fitted({ width: 1152, height: 400 }, 576, 400)).toEqual({ width: 576, height: 200 })
  expect(fitted({ width: 100, height: 1600 }, 576, 400)).toEqual({ width: 25, height: 400 })
  expect(fitted({ width: 100, height: 50 }, 576, 400)).toEqual({ width: 100, height: 50 })
})
