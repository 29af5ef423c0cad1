import { expect, it } from 'vitest'
import { leftOf, upkeepState, worstOf } from './upkeep.calc.ts'

it('is due for the last tenth of its interval, and overdue from its end on', () => {
  expect([0, 89.9, 90, 99.9, 100, 130].map((used) => upkeepState(100, used))).toEqual([
    'ok',
    'ok',
    'due',
    'due',
    'overdue',
    'overdue',
  ])
  expect([leftOf(2, 1.26), leftOf(100, 130)]).toEqual([0.7, -30])
})

it('returns the most urgent of several plans, or nothing without plans', () => {
  expect(worstOf(['ok', 'overdue', 'due'])).toBe('overdue')
  expect(worstOf([])).toBe('ok')
})
