import { fromWireTime, toWireTime } from '#shared/core/time.ts'

const DAY_MS = 86_400_000

/** Start of a day (`yyyy-MM-dd`) in Chinese time, and of the next day. */
export function dayBounds(day: string): { from: Date; to: Date } {
  const from = fromWireTime(day)
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

/** The day in Chinese time this many days ago. */
export const daysBefore = (now: Date, days: number): string =>
  toWireTime(new Date(now.getTime() - days * DAY_MS)).slice(0, 10)
