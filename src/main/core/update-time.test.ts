import { expect, it } from 'vitest'
import { type CounterNow, isUpdateTime } from './update-time.ts'

const night: CounterNow = { updateHour: 4, hour: 4, idleFor: 3_600_000, openWork: { waiting: 0, printing: 0 } }

it('takes an update in at the chosen hour, and never over work', () => {
  expect(isUpdateTime(night)).toBe(true)
  expect(isUpdateTime({ ...night, hour: 5 })).toBe(false)
  expect(isUpdateTime({ ...night, updateHour: null })).toBe(false)
  expect(isUpdateTime({ ...night, idleFor: 60_000 })).toBe(false)
  expect(isUpdateTime({ ...night, openWork: { waiting: 1, printing: 0 } })).toBe(false)
  expect(isUpdateTime({ ...night, openWork: { waiting: 0, printing: 1 } })).toBe(false)
})
