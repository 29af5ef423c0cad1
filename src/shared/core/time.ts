import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { z } from 'zod'
import { wrong } from './text.ts'

dayjs.extend(utc)

/** The default time zone of a store, and the zone of every time on the wire. */
export const DEFAULT_ZONE = 'Asia/Shanghai'

const WIRE = 'YYYY-MM-DD HH:mm:ss'

/** Whether a wire time or day exists in the calendar (not 31 February), between 1900 and 2199. */
function exists(value: string): boolean {
  const [day = '', time = '00:00:00'] = value.split(' ')
  const at = new Date(`${day}T${time}Z`)
  return /^(19|20|21)/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`)
}

/** A time as the API family writes it: `yyyy-MM-dd HH:mm:ss` in GMT+8. */
export const WireTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, wrong('input.wireTime'))

/** A wire time of an input, which must exist in the calendar. */
export const GivenTime = WireTime.refine(exists, wrong('input.noSuchDay'))

/** A time filter: a whole wire time, or a date (10 characters) that stands for its first or last second. */
export const WireTimeFilter = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, wrong('input.dayOrTime'))
  .refine(exists, wrong('input.noSuchDay'))

/** A day (`yyyy-MM-dd`), such as a birthday. */
export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, wrong('input.day'))
  .refine(exists, wrong('input.noSuchDay'))

const GMT8_MS = 8 * 3_600_000

/** Computed without a time zone look-up, which would take longer than the rest of a list row. */
export function toWireTime(at: Date): string {
  const text = new Date(at.getTime() + GMT8_MS).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** Reads a wire time, or the start (`begin`) or end of a wire date. */
export function fromWireTime(value: string, edge: 'begin' | 'end' = 'begin'): Date {
  const whole = value.length === 10 ? `${value} ${edge === 'begin' ? '00:00:00' : '23:59:59'}` : value
  return new Date(dayjs.utc(whole).valueOf() - GMT8_MS)
}

/** Whether a name is that of a time zone, such as `Asia/Shanghai`. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

const wallClocks = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone, because creating a format is slow. */
function wallClock(zone: string): Intl.DateTimeFormat {
  const known = wallClocks.get(zone)
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  wallClocks.set(zone, made)
  return made
}

/** The wall-clock time of a zone, as if it were UTC. */
function inZone(at: Date, zone: string): Dayjs {
  const shown = Object.fromEntries(
    wallClock(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return dayjs.utc(`${shown.year}-${shown.month}-${shown.day}T${shown.hour}:${shown.minute}:${shown.second}Z`)
}

/**
 * The business day (`yyyy-MM-dd`) that a moment belongs to: the store's local date, where hours before
 * `dayStartHour` still count as the day before.
 */
export function businessDay(at: Date, zone: string = DEFAULT_ZONE, dayStartHour = 0): string {
  const local = inZone(at, zone)
  return (local.hour() < dayStartHour ? local.subtract(1, 'day') : local).format('YYYY-MM-DD')
}

const DAY_MS = 86_400_000

/** The day (`yyyy-MM-dd`) so many days after another one. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Longer than clocks are put forward or back anywhere. */
const AROUND_CHANGE_MS = 3 * 3_600_000

/**
 * The moment at which a business day is over and the next one begins. In a night of a clock change the time may occur twice, and the
 * first one counts, or not at all, and then the moment of the change counts.
 */
export function dayEnds(day: string, zone: string = DEFAULT_ZONE, dayStartHour = 0): Date {
  const wanted = dayjs
    .utc(`${daysAfter(day, 1)}T00:00:00Z`)
    .add(dayStartHour, 'hour')
    .valueOf()
  const aheadAt = (at: number): number => inZone(new Date(at), zone).valueOf() - at
  const near = wanted - aheadAt(wanted)
  const before = wanted - aheadAt(near - AROUND_CHANGE_MS)
  const after = wanted - aheadAt(near + AROUND_CHANGE_MS)
  const shows = (at: number): boolean => at + aheadAt(at) === wanted
  return new Date(before === after || shows(before) || !shows(after) ? before : after)
}

/** The moment at which a business day begins. */
export const dayBegins = (day: string, zone: string = DEFAULT_ZONE, dayStartHour = 0): Date =>
  dayEnds(daysAfter(day, -1), zone, dayStartHour)

/** Formats a moment in the time zone of the store. */
export const formatTime = (at: Date, zone: string = DEFAULT_ZONE, pattern: string = WIRE): string =>
  inZone(at, zone).format(pattern)

const EARLIEST = Date.UTC(2020, 0, 1)

/** A moment in an input (ISO with offset), not before 2020. */
export const Moment = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((value) => Date.parse(value) >= EARLIEST, wrong('input.tooEarly'))
