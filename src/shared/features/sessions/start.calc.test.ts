import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowsMode, checkStart, type StartRule } from './start.calc.ts'

const rule = fc.record<StartRule>({
  consumeRoleName: fc.string(),
  countCycleNumber: fc.integer({ min: -1, max: 20 }),
  duration: fc.integer({ min: -1, max: 60 }),
})
const text = fc.constantFrom('', 'x')
const input = fc.record({
  ruleId: text,
  racer: fc.constantFrom('', '  ', '神秘车手'),
  vehicleId: text,
  consumeVehicleMode: fc.constantFrom<'circlemode' | 'timermode'>('circlemode', 'timermode'),
})
/** The order of spec §5. */
const fields = ['ruleId', 'racer', 'vehicleId', 'consumeVehicleMode']

describe('the checks before a start', () => {
  it('name the first invalid field, or none', () => {
    fc.assert(
      fc.property(input, rule, (given, chosen) => {
        const faults = [
          given.ruleId === '',
          given.racer.trim() === '',
          given.vehicleId === '',
          !allowsMode(chosen, given.consumeVehicleMode),
        ]
        const problem = checkStart(given, chosen)
        expect(problem?.details.field).toBe(fields[faults.indexOf(true)])
      }),
    )
  })

  it('report a missing rule only after all fields are filled in', () => {
    fc.assert(
      fc.property(input, (given) => {
        const problem = checkStart(given, null)
        const complete = given.ruleId !== '' && given.racer.trim() !== '' && given.vehicleId !== ''
        expect(problem?.code === 'sessions.ruleNotFound').toBe(complete)
      }),
    )
  })

  it('name the rule if it does not allow the mode; -1 means unlimited and is allowed', () => {
    const complete = { ruleId: 'r', racer: '甲', vehicleId: 'v' }
    const timeOnly = { consumeRoleName: '畅跑', countCycleNumber: 0, duration: -1 }
    expect(checkStart({ ...complete, consumeVehicleMode: 'circlemode' }, timeOnly)).toEqual({
      code: 'sessions.noLapMode',
      details: { field: 'consumeVehicleMode', rule: '畅跑' },
    })
    expect(checkStart({ ...complete, consumeVehicleMode: 'timermode' }, timeOnly)).toBeNull()
  })
})
