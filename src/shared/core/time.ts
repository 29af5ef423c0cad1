import dayjs, { type Dayjs } from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { z } from 'zod'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The zone of a store that has set none, and of every time on the wire. */
export const DEFAULT_ZONE = 'Asia/Shanghai'

const WIRE = 'YYYY-MM-DD HH:mm:ss'

/** A time as the API family writes it: `yyyy-MM-dd HH:mm:ss` in GMT+8. */
export const WireTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

/** A time filter: a whole wire time, or a date (10 characters) that stands for its first or last second. */
export const WireTimeFilter = z.string().regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/)

export const toWireTime = (at: Date): string => dayjs(at).tz(DEFAULT_ZONE).format(WIRE)

/** Reads a wire time, or the start (`begin`) or end of a wire date. */
export function fromWireTime(value: string, edge: 'begin' | 'end' = 'begin'): Date {
  const whole = value.length === 10 ? `${value} ${edge === 'begin' ? '00:00:00' : '23:59:59'}` : value
  return dayjs.tz(whole, DEFAULT_ZONE).toDate()
}

const inZone = (at: Date, zone: string): Dayjs => dayjs(at).tz(zone)

/**
 * The business day (`yyyy-MM-dd`) that a moment belongs to: the store's local date, where hours before
 * `dayStartHour` still count as the day before.
 */
export function businessDay(at: Date, zone: string = DEFAULT_ZONE, dayStartHour = 0): string {
  const local = inZone(at, zone)
  return (local.hour() < dayStartHour ? local.subtract(1, 'day') : local).format('YYYY-MM-DD')
}

/** A moment as people in the store read it. */
export const formatTime = (at: Date, zone: string = DEFAULT_ZONE, pattern: string = WIRE): string =>
  inZone(at, zone).format(pattern)
