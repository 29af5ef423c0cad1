import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { HeatOrder, HeatRacer, HeatState } from './heat.schema.ts'

/** A lap as its racer sees it. */
export const GuestLap = z.object({
  number: z.number().int(),
  /** Null where somebody only counted it. */
  ms: z.number().int().nullable(),
  /** How much slower than the best one. */
  gapMs: z.number().int().nullable(),
  /** Whether it became known only after the run was over. */
  isLate: z.boolean(),
})
export type GuestLap = z.infer<typeof GuestLap>

/** Somebody of the same heat: a racer's name and what was driven, nothing by which anybody is known elsewhere. */
export const GuestRacer = HeatRacer.pick({
  position: true,
  racer: true,
  lapsDone: true,
  bestMs: true,
  gapMs: true,
  lapsBehind: true,
}).extend({ isOwn: z.boolean() })
export type GuestRacer = z.infer<typeof GuestRacer>

/** What a guest sees of the own ride: racers' names only. */
export const GuestResult = z.object({
  departName: z.string(),
  ticketNo: z.string(),
  racer: familyField(z.string()),
  roleName: z.string(),
  /** Empty while it waits for one. */
  vehicleName: z.string(),
  /** `waiting`: it has not begun. */
  state: z.enum(['waiting', ...HeatState.options]),
  startTime: WireTime.nullable(),
  order: HeatOrder,
  isCorrected: z.boolean(),
  lapsDone: z.number().int(),
  /** How many laps it is for; 0: it is for a time. */
  countCycleNumber: z.number().int(),
  bestMs: z.number().int().nullable(),
  averageMs: z.number().int().nullable(),
  laps: z.array(GuestLap),
  /** All of its heat, the first one first. */
  racers: z.array(GuestRacer),
})
export type GuestResult = z.infer<typeof GuestResult>

/** The page behind the code on a ticket or a result. */
export const guestResults = onScreen('ranking', {
  status: route({
    method: 'GET',
    path: '/game/result/status',
    summary: 'What the guest with this key sees of the own ride: no sign-in, racers’ names only',
    access: 'public',
    query: z.object({ key: exact(38, 38) }),
    result: GuestResult,
  }),
})
