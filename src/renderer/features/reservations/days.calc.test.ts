import { describe, expect, it } from 'vitest'
import type { Reservation, ReservationSession } from '#shared/features/reservations/reservations.schema.ts'
import { daysOf, sessionsByDay } from './days.calc.ts'

describe('the days of a calendar', () => {
  it('are one day, or its week from Monday', () => {
    expect(daysOf('day', '2026-11-22')).toEqual(['2026-11-22'])
    const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
    expect([daysOf('week', '2026-11-16'), daysOf('week', '2026-11-22')]).toEqual([week, week])
  })

  it('have their sessions with reservations, cancelled ones last', () => {
    const session = (id: string, businessDay: string) => ({ id, businessDay }) as ReservationSession
    const booked = (id: string, sessionId: string, bookState: string) => ({ id, sessionId, bookState }) as Reservation
    const byDay = sessionsByDay(
      ['2026-11-21', '2026-11-22'],
      [session('a', '2026-11-22'), session('b', '2026-11-22')],
      [booked('1', 'a', 'CANCELLED'), booked('2', 'a', 'CONFIRMED'), booked('3', 'b', 'ARRIVED')],
    )
    expect(
      byDay.map(({ day, sessions }) => [day, sessions.map(({ reservations }) => reservations.map(({ id }) => id))]),
    ).toEqual([
      ['2026-11-21', []],
      ['2026-11-22', [['2', '1'], ['3']]],
    ])
  })
})
