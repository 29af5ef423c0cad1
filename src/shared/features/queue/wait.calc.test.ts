import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultPace, expectedStarts, type Pace, returnsAt, rideDurationMs } from './wait.calc.ts'

const MINUTE = 60_000
const pace: Pace = { lapSeconds: 45, timeShare: 1.1, turnaroundSeconds: 60 }
const ride = (takes: number, vehicleId: string | null = null) => ({ takes, vehicleId })

describe('the expected wait', () => {
  it('follows from the return of vehicles and the usual length of rides at the store', () => {
    const vehicles = [
      { vehicleId: 'a', at: 0 },
      { vehicleId: 'b', at: 4 * MINUTE },
    ]
    const line = [ride(9 * MINUTE), ride(9 * MINUTE), ride(9 * MINUTE), ride(MINUTE)]
    expect(expectedStarts(line, vehicles, pace, 0)).toEqual([0, 4 * MINUTE, 10 * MINUTE, 14 * MINUTE])
  })

  it('counts the chosen vehicle alone while it is in service', () => {
    const vehicles = [
      { vehicleId: 'a', at: 0 },
      { vehicleId: 'b', at: 9 * MINUTE },
    ]
    expect(expectedStarts([ride(1, 'b'), ride(1), ride(1, 'gone')], vehicles, pace, 0)).toEqual([9 * MINUTE, 0, 60_001])
    expect(expectedStarts([ride(1)], [], pace, 0)).toEqual([null])
  })

  it('leaves a requested vehicle to its guest while another one is free', () => {
    const vehicles = ['a', 'b', 'c'].map((vehicleId) => ({ vehicleId, at: 0 }))
    expect(expectedStarts([ride(MINUTE), ride(MINUTE), ride(1, 'a')], vehicles, pace, 0)).toEqual([0, 0, 0])
  })

  it('uses the usual lap time of the store, and expects an overrunning run to end soon', () => {
    const laps = { runMode: 'circlemode', laps: 8, minutes: 0 } as const
    expect(rideDurationMs(laps, pace)).toBe(6 * MINUTE)
    expect(rideDurationMs({ runMode: 'timermode', laps: 0, minutes: 10 }, pace)).toBe(11 * MINUTE)
    expect(returnsAt({ ...laps, startedAt: 0, endsAt: null }, pace, MINUTE)).toBe(7 * MINUTE)
    expect(returnsAt({ ...laps, startedAt: 0, endsAt: 5 * MINUTE }, pace, 9 * MINUTE)).toBe(
      9 * MINUTE + 30_000 + MINUTE,
    )
  })

  it('never starts a later entry before an earlier one that waits for any vehicle', () => {
    const moment = fc.integer({ min: 0, max: 1e7 })
    fc.assert(
      fc.property(
        fc.array(moment, { minLength: 1, maxLength: 20 }),
        fc.array(moment, { maxLength: 60 }),
        (free, rides) => {
          const vehicles = free.map((at, index) => ({ vehicleId: String(index), at }))
          const starts = expectedStarts(
            rides.map((takes) => ride(takes)),
            vehicles,
            defaultPace,
            0,
          )
          expect(starts).toEqual([...starts].sort((a, b) => Number(a) - Number(b)))
        },
      ),
    )
  })
})
