import { fromWireTime, toWireTime } from '#shared/core/time.ts'

const DAY_MS = 86_400_000

/** The first moment of a day of Chinese time (`yyyy-MM-dd`), and that of the next. */
export function dayBounds(day: string): { from: Date; to: Date } {
  const from = fromWireTime(day)
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

/** The day of Chinese time that was so many days ago. */
export const daysBefore = (now: Date, days: number): string =>
  toWireTime(new Date(now.getTime() - days * DAY_MS)).slice(0, 10)
