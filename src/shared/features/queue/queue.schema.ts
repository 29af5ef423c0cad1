import { z } from 'zod'
import { wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { MOST_VEHICLES, VehicleIds } from '#shared/features/sessions/charge.schema.ts'

const isOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

/** A ride that waits, and the vehicle that it begins on. */
const StartOf = z.object({
  /** Of the place in line; a play record or an order may be named as well, which means its next place. */
  id: z.uuid(),
  vehicleId: z.uuid(),
})

export const StartQueuedInput = z.object({
  starts: z
    .array(StartOf)
    .min(1)
    .max(MOST_VEHICLES)
    .refine((starts) => isOnce(starts.map(({ vehicleId }) => vehicleId)), wrong('input.vehiclesOnce')),
  terminalId: z.uuid().nullish(),
})
export type StartQueuedInput = z.output<typeof StartQueuedInput>

/** The same in the family's words. */
export const LineUpStart = z.object({ consumeid: z.uuid(), vehicleId: VehicleIds.default('') })
export type LineUpStart = z.output<typeof LineUpStart>

/** A ride that has begun. */
export const StartedRide = z.object({
  id: z.uuid(),
  playId: z.uuid(),
  consumeId: z.uuid(),
  gameLogId: z.uuid(),
  vehicleId: z.uuid(),
  vehicleName: z.string(),
  ticketNo: z.string(),
  cheshou: z.string(),
})
export type StartedRide = z.infer<typeof StartedRide>

export const StartedRides = z.object({ startTime: WireTime, starts: z.array(StartedRide) })
export type StartedRides = z.infer<typeof StartedRides>
