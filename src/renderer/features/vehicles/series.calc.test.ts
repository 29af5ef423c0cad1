import { describe, expect, it } from 'vitest'
import { namesOf, nextAfter } from './series.calc.ts'

describe('names of a series', () => {
  it.each([
    [['1号车', '2号车', '12号车', '3号车'], { prefix: '', suffix: '号车', from: 13 }],
    [['1', '2', '5'], { prefix: '', suffix: '', from: 6 }],
    [['Kart 07', 'Sim 2 b'], { prefix: 'Sim ', suffix: ' b', from: 3 }],
    [['R2-08'], { prefix: 'R2-', suffix: '', from: 9 }],
    [['红牛'], null],
    [[], null],
  ])('go on after %j', (names, next) => {
    expect(nextAfter(names)).toEqual(next)
  })

  it('are null while the numbers are invalid', () => {
    expect(namesOf({ from: 3, to: 2 })).toBeNull()
    expect(namesOf({ prefix: ' A', from: 1, to: 2 })).toEqual(['A1', 'A2'])
  })
})
