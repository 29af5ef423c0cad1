import { businessDay, dayEnds, daysAfter } from '#shared/core/time.ts'

/** A time with the store's time zone and start of the business day. */
export interface StoreClock {
  now: Date
  timeZone: string
  dayStartHour: number
}

type BusinessClock = Omit<StoreClock, 'now'>

/** Returns the last day of a purchase for `days` days; they count from the next day, so that late buyers lose none. */
export const lastDayBought = (today: string, days: number): string => daysAfter(today, days)

/** Returns the end of something that is valid up to and including a day. */
export const endOfDay = (lastDay: string, { timeZone, dayStartHour }: BusinessClock): Date =>
  dayEnds(lastDay, timeZone, dayStartHour)

/** Returns the last day of validity of something that ends at this time; screens, papers and sheets show this day. */
export const lastDayOf = (end: Date, { timeZone, dayStartHour }: BusinessClock): string =>
  businessDay(new Date(end.getTime() - 1), timeZone, dayStartHour)

const DAY_MS = 86_400_000

/** Returns the remaining days after today: 0 on the last day and afterwards. */
export const daysLeft = (lastDay: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(lastDay) - Date.parse(today)) / DAY_MS))

/** Returns the end after an extension by `days` days, always at the end of a business day. */
export const endAfter = (end: Date, days: number, clock: BusinessClock): Date =>
  endOfDay(daysAfter(lastDayOf(end, clock), days), clock)
