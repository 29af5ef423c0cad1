import { expect, it } from 'vitest'
import { AppError } from '#shared/core/errors.ts'
import { remainingNotice, remainingProblem } from './chosen-vehicle.calc.ts'

it('asks for a vehicle only while none is chosen', () => {
  const lacking = {
    error: new AppError('sessions.vehicleRequired', { field: 'vehicleId' }),
    field: 'vehicleId',
  } as const
  const taken = { error: new AppError('sessions.vehicleTaken', { field: 'vehicleId' }), field: 'vehicleId' } as const
  expect([remainingProblem(lacking, false), remainingProblem(lacking, true)]).toEqual([lacking, null])
  // The reason why another vehicle was refused remains true.
  expect(remainingProblem(taken, true)).toBe(taken)
  const up = { key: 'line.up', values: { ticket: 'T1-001' } } as const
  expect([remainingNotice(up, false), remainingNotice(up, true)?.key]).toEqual([up, 'line.upChosen'])
  expect(remainingNotice({ key: 'counter.couponRead' }, true)).toEqual({ key: 'counter.couponRead' })
})
