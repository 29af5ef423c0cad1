import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'

/** A booking of the page is for so many people at most; larger groups book at the counter. */
export const MAX_BOOKED_PEOPLE = 10

const Booking = z.object({
  id: z.uuid(),
  startTime: WireTime,
  endTime: WireTime,
  rule: z.string(),
  people: z.number().int(),
  state: z.enum(['WAITING', 'CONFIRMED', 'ARRIVED', 'CANCELLED', 'MISSED']),
  deposit: Amount,
  remark: z.string(),
  /** Whether the member can cancel it here. */
  canCancel: z.boolean(),
})
export type MemberBooking = z.infer<typeof Booking>

/** Bookings that a member makes and cancels. */
export const memberBookings = onScreen('memberBookings', {
  bookings: route({
    method: 'GET',
    path: '/m/bookings',
    summary: "The member's latest 50 bookings",
    access: 'member',
    result: z.array(Booking).max(50),
  }),
  sessions: route({
    method: 'GET',
    path: '/m/bookings/sessions',
    summary: 'The sessions of a day that can be booked, with their free places',
    access: 'member',
    query: z.object({ day: Day.optional() }),
    result: z.object({
      /** The business day that was asked for, or today. */
      day: Day,
      sessions: z
        .array(
          z.object({
            id: z.uuid(),
            startTime: WireTime,
            endTime: WireTime,
            rule: z.string(),
            /** Null: without limit. */
            free: z.number().int().nullable(),
          }),
        )
        .max(500),
    }),
  }),
  book: route({
    method: 'POST',
    path: '/m/bookings/book',
    summary: 'Books a session for the member; the key becomes its id',
    access: 'member',
    body: z.object({
      sessionId: z.uuid(),
      people: z.number().int().min(1).max(MAX_BOOKED_PEOPLE).default(1),
      remark: line(200).default(''),
    }),
    result: Booking,
    idempotent: {},
  }),
  cancel: route({
    method: 'POST',
    path: '/m/bookings/cancel',
    summary: 'Cancels a booking of the member before it begins',
    access: 'member',
    body: z.object({ id: z.uuid() }),
    result: Booking,
    idempotent: {},
  }),
})
