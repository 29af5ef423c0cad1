import { daysAfter } from '#shared/core/time.ts'
import type { SessionPlan, SessionState } from './reservations.schema.ts'

interface Standing {
  /** Wire times, like `now`. */
  startTime: string
  endTime: string
  capacity: number
  locked: boolean
  booked: number
}

/** Whether this many more people fit; a capacity of 0 means no limit. */
export const hasRoom = ({ capacity, booked }: Pick<Standing, 'capacity' | 'booked'>, people: number): boolean =>
  capacity === 0 || booked + people <= capacity

/** Returns the state of a session at a time. */
export function sessionStateOf(session: Standing, now: string): SessionState {
  if (now >= session.endTime) return 'ended'
  if (now >= session.startTime) return 'running'
  if (session.locked) return 'locked'
  return hasRoom(session, 1) ? 'open' : 'full'
}

const MINUTES = 60
const clockOf = (minutes: number): string =>
  [Math.floor(minutes / MINUTES), minutes % MINUTES].map((part) => String(part).padStart(2, '0')).join(':')
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * MINUTES + Number(clock.slice(3))

/** Monday is 1. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Returns the sessions of a plan in order. An end of 00:00 or any time before the beginning is on the next day. */
export function plannedSessions(
  { fromDay, toDay, weekdays, fromTime, toTime, duration, interval }: SessionPlan,
  most: number,
): { startTime: string; endTime: string }[] {
  const begins = minutesOf(fromTime)
  const until = minutesOf(toTime) + (toTime <= fromTime ? 24 * MINUTES : 0)
  const at = (day: string, minutes: number): string =>
    `${daysAfter(day, Math.floor(minutes / (24 * MINUTES)))} ${clockOf(minutes % (24 * MINUTES))}:00`
  const planned: { startTime: string; endTime: string }[] = []
  for (let day = fromDay; day <= toDay && planned.length <= most; day = daysAfter(day, 1)) {
    if (!weekdays.includes(weekdayOf(day))) continue
    for (let from = begins; from + duration <= until && planned.length <= most; from += duration + interval) {
      planned.push({ startTime: at(day, from), endTime: at(day, from + duration) })
    }
  }
  return planned
}
