import { describe, expect, it } from 'vitest'
import { nextLevel } from './level.calc.ts'

const levels = [
  { code: 'vip', name: 'VIP', rank: 4, experience: -1 },
  { code: 'silver', name: '银卡', rank: 2, experience: 100 },
  { code: 'basic', name: '普通', rank: 1, experience: 0 },
  { code: 'gold', name: '金卡', rank: 3, experience: 500 },
]

describe('what a member lacks to the next level', () => {
  it.each([
    ['', 0, { name: '银卡', lacks: 100 }],
    ['basic', 99, { name: '银卡', lacks: 1 }],
    ['silver', 100, { name: '金卡', lacks: 400 }],
    // Given by hand, long before the experience for it.
    ['gold', 20, null],
    ['vip', 20, null],
    // Reached already, and raised with the next experience.
    ['', 120, { name: '金卡', lacks: 380 }],
  ])('of %o with %i experience is %o', (memberLevel, experience, expected) => {
    expect(nextLevel(levels, { memberLevel, experience })).toEqual(expected)
  })

  it('is nothing where a store has no levels, or gives all by hand', () => {
    expect(nextLevel([], { memberLevel: '', experience: 5 })).toBeNull()
    expect(nextLevel(levels.slice(0, 1), { memberLevel: '', experience: 5 })).toBeNull()
  })
})
