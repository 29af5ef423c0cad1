import type { ErrorCode } from '#shared/core/errors.ts'
import type { EventState } from './events.schema.ts'

/** The times of an event as on the wire (`2026-05-01 10:00:00`); they are compared as texts. */
interface EventTimes {
  registrationStart: string
  registrationEnd: string
  startTime: string
  endTime: string
}

/** What is wrong with the times of an event as a whole, with the field; null where nothing is. */
export function eventProblem(event: EventTimes): { code: ErrorCode; field: keyof EventTimes } | null {
  const { registrationStart, registrationEnd, startTime, endTime } = event
  if (registrationEnd <= registrationStart) return { code: 'events.registrationEnd', field: 'registrationEnd' }
  if (startTime < registrationEnd) return { code: 'events.startTime', field: 'startTime' }
  if (endTime <= startTime) return { code: 'events.endTime', field: 'endTime' }
  return null
}

/** The state of an event at a time. */
export function eventStateOf(event: EventTimes & { isCancelled: boolean }, now: string): EventState {
  if (event.isCancelled) return 'cancelled'
  if (now < event.registrationStart) return 'upcoming'
  if (now < event.registrationEnd) return 'registration'
  if (now < event.startTime) return 'closed'
  return now < event.endTime ? 'running' : 'over'
}

/** Whether a member who signs up now waits for a place; the same as in `sign_up`. */
export const waitsForPlace = ({
  places,
  taken,
  waiting,
}: {
  places: number
  taken: number
  waiting: number
}): boolean => places > 0 && (taken >= places || waiting > 0)

/** What a cancellation after the end of registration gives back, in fen, rounded half up; the same as in `end_sign_up`. */
export const lateRefundOf = (fee: number, percent: number): number => Math.floor((fee * percent + 50) / 100)
