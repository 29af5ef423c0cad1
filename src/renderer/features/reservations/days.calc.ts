import { daysAfter } from '#shared/core/time.ts'
import type { Reservation, ReservationSession } from '#shared/features/reservations/reservations.schema.ts'

export type Span = 'day' | 'week'

/** The days that a calendar shows: one day, or its week from Monday. */
export function daysOf(span: Span, day: string): string[] {
  if (span === 'day') return [day]
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  return Array.from({ length: 7 }, (_, index) => daysAfter(day, index + 1 - weekday))
}

export interface BookedSession extends ReservationSession {
  /** In booking order; cancelled ones last. */
  reservations: Reservation[]
}

const isGone = ({ bookState }: Reservation): boolean => bookState === 'CANCELLED' || bookState === 'MISSED'

/** Groups sessions by day, each with its reservations. */
export function sessionsByDay(
  days: readonly string[],
  sessions: readonly ReservationSession[],
  reservations: readonly Reservation[],
): { day: string; sessions: BookedSession[] }[] {
  const whole = sessions.map((session) => {
    const own = reservations.filter(({ sessionId }) => sessionId === session.id)
    own.sort((one, other) => Number(isGone(one)) - Number(isGone(other)) || (one.id < other.id ? -1 : 1))
    return { ...session, reservations: own }
  })
  return days.map((day) => ({ day, sessions: whole.filter(({ businessDay }) => businessDay === day) }))
}

export const clockOf = (time: string): string => time.slice(11, 16)

/** Booked people and capacity. */
export const figuresOf = ({ booked, capacity }: ReservationSession): { booked: number; capacity: string } => ({
  booked,
  capacity: capacity === 0 ? '∞' : String(capacity),
})
