import { expect, it } from 'vitest'
import { type CounterNow, isUpdateTime } from './update-time.ts'

const night: CounterNow = {
  updateHour: 4,
  hour: 4,
  idleFor: 3_600_000,
  openWork: { unsent: 0, queued: 0, printing: 0 },
}

it('installs an update at the chosen hour, and never during work', () => {
  expect(isUpdateTime(night)).toBe(true)
  expect(isUpdateTime({ ...night, hour: 5 })).toBe(false)
  expect(isUpdateTime({ ...night, updateHour: null })).toBe(false)
  expect(isUpdateTime({ ...night, idleFor: 60_000 })).toBe(false)
  for (const what of ['unsent', 'queued', 'printing'])
    expect(isUpdateTime({ ...night, openWork: { ...night.openWork, [what]: 1 } })).toBe(false)
})
