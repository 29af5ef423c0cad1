import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** Most vehicles that one stop names; for more, use their type or the whole store. */
export const MAX_STOPPED_VEHICLES = 100

/** Whether a vehicle has confirmed an emergency stop: `stands`, `asked` (sent, not confirmed), or `silent` (no contact). */
export const VehicleStopState = z.enum(['stands', 'asked', 'silent'])
export type VehicleStopState = z.infer<typeof VehicleStopState>

export const EmergencyStop = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  /** What it applies to; both null: every vehicle of the store. */
  vehicleIds: z.array(z.string()).nullable(),
  vehicleType: z.string().nullable(),
  stoppedBy: z.string(),
  stopTime: WireTime,
  vehicles: z.array(z.object({ id: z.string(), name: z.string(), state: VehicleStopState })),
})
export type EmergencyStop = z.infer<typeof EmergencyStop>

/** Emergency stops: in force at once, until a user releases them. */
export const emergency = onScreen('emergency', {
  list: route({
    method: 'GET',
    path: '/gateway/sysEmergency/list',
    summary: 'The emergency stops in force, and which vehicles have confirmed them',
    access: 'dispatch:list',
    result: z.array(EmergencyStop),
  }),
  stop: route({
    method: 'POST',
    path: '/gateway/sysEmergency/stop',
    summary: 'Stops vehicles at once: some, those of a type, or all of the store; a repeated stop changes nothing',
    access: 'emergency:stop',
    body: z.object({
      vehicleIds: z.array(z.uuid()).min(1).max(MAX_STOPPED_VEHICLES).optional(),
      vehicleType: line(60, 1).optional(),
    }),
    result: z.array(EmergencyStop),
  }),
  release: route({
    method: 'POST',
    path: '/gateway/sysEmergency/release',
    summary: 'Releases an emergency stop, in one of its stores or in all; timed runs get back the time that they lost',
    access: 'emergency:release',
    body: z.object({
      id: z.uuid(),
      /** The store in which it is released; left out: every store of the stop. */
      sysOrgCode: exact(64, 1).optional(),
      remark: line(200).default(''),
    }),
    result: z.array(EmergencyStop),
  }),
})
