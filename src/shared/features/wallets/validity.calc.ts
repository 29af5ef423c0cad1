import { businessDay, dayEnds, daysAfter } from '#shared/core/time.ts'

/** The clock of a store at a moment. */
export interface StoreClock {
  now: Date
  timeZone: string
  dayStartHour: number
}

type BusinessClock = Omit<StoreClock, 'now'>

/** The last day of what is bought today for so many days: they count from the day after, so that a late buyer loses none. */
export const lastDayBought = (today: string, days: number): string => daysAfter(today, days)

/** The moment at which something ends that counts up to and including a day. */
export const endOfDay = (lastDay: string, { timeZone, dayStartHour }: BusinessClock): Date =>
  dayEnds(lastDay, timeZone, dayStartHour)

/** The last day on which something counts that ends at this moment: the day that every screen, paper and sheet shows. */
export const lastDayOf = (end: Date, { timeZone, dayStartHour }: BusinessClock): string =>
  businessDay(new Date(end.getTime() - 1), timeZone, dayStartHour)

const DAY_MS = 86_400_000

/** How many days something counts after today: 0 on its last day, and once it has ended. */
export const daysLeft = (lastDay: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(lastDay) - Date.parse(today)) / DAY_MS))

/** The end of what goes on for so many days more than it did: when a business day does. */
export const endAfter = (end: Date, days: number, clock: BusinessClock): Date =>
  endOfDay(daysAfter(lastDayOf(end, clock), days), clock)
