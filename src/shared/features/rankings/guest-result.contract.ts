import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { HeatOrder, HeatRacer, HeatState } from './heat.schema.ts'

/** A lap as shown to its racer. */
export const GuestLap = z.object({
  number: z.number().int(),
  /** Null if the lap was counted by hand, without a time. */
  ms: z.number().int().nullable(),
  /** Difference to the best lap. */
  gapMs: z.number().int().nullable(),
  /** Whether it was reported after the run had ended. */
  isLate: z.boolean(),
})
export type GuestLap = z.infer<typeof GuestLap>

/** A racer of the same heat: name and results only, no identifiers of the person. */
export const GuestRacer = HeatRacer.pick({
  position: true,
  racer: true,
  lapsDone: true,
  bestMs: true,
  gapMs: true,
  lapsBehind: true,
}).extend({ isOwn: z.boolean() })
export type GuestRacer = z.infer<typeof GuestRacer>

/** A ride as shown to its guest; names of racers only. */
export const GuestResult = z.object({
  departName: z.string(),
  ticketNo: z.string(),
  racer: familyField(z.string()),
  roleName: z.string(),
  /** Empty until a vehicle is assigned. */
  vehicleName: z.string(),
  /** `waiting`: the ride has not started. */
  state: z.enum(['waiting', ...HeatState.options]),
  startTime: WireTime.nullable(),
  order: HeatOrder,
  isCorrected: z.boolean(),
  lapsDone: z.number().int(),
  /** Paid laps; 0 for a ride by minutes. */
  countCycleNumber: z.number().int(),
  bestMs: z.number().int().nullable(),
  averageMs: z.number().int().nullable(),
  laps: z.array(GuestLap),
  /** Racers of the heat, leader first. */
  racers: z.array(GuestRacer),
})
export type GuestResult = z.infer<typeof GuestResult>

/** The result page that the QR code of a ticket opens. */
export const guestResults = onScreen('ranking', {
  status: route({
    method: 'GET',
    path: '/game/result/status',
    summary: 'The result of a ride for the guest with this key; needs no sign-in and contains only racer names',
    access: 'public',
    query: z.object({ key: exact(38, 38) }),
    result: GuestResult,
  }),
})
