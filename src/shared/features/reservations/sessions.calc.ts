import { daysAfter } from '#shared/core/time.ts'
import type { SessionPlan, SessionState } from './reservations.schema.ts'

/** What decides the state of a booking session. */
interface BookedSession {
  /** Times as on the wire (`2026-05-01 10:00:00`), like `now`; they are compared as texts. */
  startTime: string
  endTime: string
  capacity: number
  locked: boolean
  booked: number
}

/** Whether this many more people fit; a capacity of 0 means no limit. */
export const hasRoom = ({ capacity, booked }: Pick<BookedSession, 'capacity' | 'booked'>, people: number): boolean =>
  capacity === 0 || booked + people <= capacity

/** Returns the state of a session at a time. */
export function sessionStateOf(session: BookedSession, now: string): SessionState {
  if (now >= session.endTime) return 'ended'
  if (now >= session.startTime) return 'running'
  if (session.locked) return 'locked'
  return hasRoom(session, 1) ? 'open' : 'full'
}

const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR
const clockOf = (minutes: number): string =>
  [Math.floor(minutes / MINUTES_PER_HOUR), minutes % MINUTES_PER_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * MINUTES_PER_HOUR + Number(clock.slice(3))

/** Monday is 1. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * Returns the sessions of a plan in order, with times as on the wire. An end of 00:00 or any time before the beginning is on the next
 * day. It stops after `most` + 1 sessions, so that the caller can refuse a plan that is too long.
 */
export function plannedSessions(
  { fromDay, toDay, weekdays, fromTime, toTime, duration, interval }: SessionPlan,
  most: number,
): { startTime: string; endTime: string }[] {
  const begins = minutesOf(fromTime)
  const until = minutesOf(toTime) + (toTime <= fromTime ? MINUTES_PER_DAY : 0)
  const at = (day: string, minutes: number): string =>
    `${daysAfter(day, Math.floor(minutes / MINUTES_PER_DAY))} ${clockOf(minutes % MINUTES_PER_DAY)}:00`
  const planned: { startTime: string; endTime: string }[] = []
  for (let day = fromDay; day <= toDay && planned.length <= most; day = daysAfter(day, 1)) {
    if (!weekdays.includes(weekdayOf(day))) continue
    for (let from = begins; from + duration <= until && planned.length <= most; from += duration + interval) {
      planned.push({ startTime: at(day, from), endTime: at(day, from + duration) })
    }
  }
  return planned
}
