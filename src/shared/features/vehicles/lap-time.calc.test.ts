import { expect, it } from 'vitest'
import { lapTime } from './lap-time.calc.ts'

it('has minutes, seconds and thousandths', () => {
  expect([907, 41_907, 60_000, 61_005, 3_599_999].map(lapTime)).toEqual([
    '0:00.907',
    '0:41.907',
    '1:00.000',
    '1:01.005',
    '59:59.999',
  ])
})
