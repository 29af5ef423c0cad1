import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'

/** How a box in a vehicle reaches the server and signs in. */
export const BoxAccess = z.object({
  /** Of the broker; empty where the venue has its own, whose address the server does not pass on. */
  port: z.number().int().nullable(),
  tls: z.boolean(),
  /** Client id and user name. */
  username: z.string(),
  /** Shown this once. */
  password: z.string(),
  /** What its topics begin with. */
  topic: z.string(),
})
export type BoxAccess = z.infer<typeof BoxAccess>

/** Boxes in vehicles: their passwords, and how fast their vehicles may go. */
export const vehicleBoxes = onScreen('gateway', {
  access: route({
    method: 'POST',
    path: '/gateway/sysVehicleBox/access',
    summary:
      'Gives a device that is built into a vehicle a new password, which is shown once; the one before counts no more',
    access: 'vehiclebox:access',
    body: z.object({ deviceId: z.uuid() }),
    result: BoxAccess,
  }),
  revoke: route({
    method: 'POST',
    path: '/gateway/sysVehicleBox/revoke',
    summary: 'Takes the access of a device back and cuts it off',
    access: 'vehiclebox:access',
    body: z.object({ deviceId: z.uuid() }),
    result: z.null(),
    message: 'message.updated',
  }),
  limit: route({
    method: 'POST',
    path: '/gateway/sysVehicleBox/limit',
    summary: 'Says which gear a vehicle may use at most, and how fast it may go',
    access: 'vehiclebox:limit',
    body: z.object({
      vehicleId: z.uuid(),
      /** 0 is neutral. */
      gear: z.number().int().min(0).max(4).optional(),
      /** In per cent. */
      speed: z.number().int().min(10).max(100).optional(),
    }),
    result: z.object({ gear: z.number().int(), speed: z.number().int() }),
  }),
})
