import { describe, expect, it } from 'vitest'
import { hasRoom, plannedSessions, sessionStateOf } from './sessions.calc.ts'

const session = {
  startTime: '2026-11-22 10:00:00',
  endTime: '2026-11-22 10:30:00',
  capacity: 4,
  locked: false,
  booked: 3,
}

describe('the state of a session', () => {
  it.each([
    [{}, '2026-11-22 09:59:59', 'open'],
    [{ booked: 4 }, '2026-11-22 09:59:59', 'full'],
    [{ booked: 400, capacity: 0 }, '2026-11-22 09:59:59', 'open'],
    [{ booked: 4, locked: true }, '2026-11-22 09:59:59', 'locked'],
    [{ locked: true }, '2026-11-22 10:00:00', 'running'],
    [{}, '2026-11-22 10:30:00', 'ended'],
  ])('%j at %s is %s', (given, now, state) => {
    expect(sessionStateOf({ ...session, ...given }, now)).toBe(state)
  })

  it('takes people up to its capacity, or any number for a capacity of 0', () => {
    expect([hasRoom(session, 1), hasRoom(session, 2), hasRoom({ capacity: 0, booked: 9999 }, 99)]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('a plan', () => {
  const plan = { fromDay: '2026-11-23', toDay: '2026-11-24', weekdays: [1, 2, 3, 4, 5, 6, 7], capacity: 8, ruleId: '' }

  it('creates sessions on its weekdays only, none ending after its end', () => {
    const made = plannedSessions(
      { ...plan, fromTime: '10:00', toTime: '11:30', duration: 20, interval: 10, weekdays: [2] },
      500,
    )
    expect(made.map(({ startTime, endTime }) => `${startTime} ${endTime.slice(11)}`)).toEqual([
      '2026-11-24 10:00:00 10:20:00',
      '2026-11-24 10:30:00 10:50:00',
      '2026-11-24 11:00:00 11:20:00',
    ])
  })

  it('continues after midnight if its end is before its beginning', () => {
    const made = plannedSessions(
      { ...plan, toDay: '2026-11-23', fromTime: '23:00', toTime: '01:00', duration: 60, interval: 0 },
      500,
    )
    expect(made).toEqual([
      { startTime: '2026-11-23 23:00:00', endTime: '2026-11-24 00:00:00' },
      { startTime: '2026-11-24 00:00:00', endTime: '2026-11-24 01:00:00' },
    ])
  })

  it('stops at one above the maximum, for any number of days', () => {
    const years = { ...plan, toDay: '2199-01-01', fromTime: '00:00', toTime: '23:59', duration: 1, interval: 0 }
    expect(plannedSessions(years, 500)).toHaveLength(501)
  })
})
