import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'

/** How the box of a vehicle connects and signs in. */
export const BoxAccess = z.object({
  /** Port of the broker; null where the venue runs its own, whose address the server does not disclose. */
  port: z.number().int().nullable(),
  tls: z.boolean(),
  /** Client id and user name. */
  username: z.string(),
  /** Password; it is returned only once. */
  password: z.string(),
  /** Prefix of its topics. */
  topic: z.string(),
})
export type BoxAccess = z.infer<typeof BoxAccess>

/** The boxes of vehicles: their passwords, and the speed limits of the vehicles. */
export const vehicleBoxes = onScreen('gateway', {
  access: route({
    method: 'POST',
    path: '/gateway/sysVehicleBox/access',
    summary:
      'Makes a new password for a device that is built into a vehicle; it is returned once, and the previous one stops working',
    access: 'vehiclebox:access',
    body: z.object({ deviceId: z.uuid() }),
    result: BoxAccess,
  }),
  revoke: route({
    method: 'POST',
    path: '/gateway/sysVehicleBox/revoke',
    summary: 'Revokes the access of a device and disconnects it',
    access: 'vehiclebox:access',
    body: z.object({ deviceId: z.uuid() }),
    result: z.null(),
    message: 'message.updated',
  }),
  limit: route({
    method: 'POST',
    path: '/gateway/sysVehicleBox/limit',
    summary: 'Sets the highest gear and the speed limit of a vehicle',
    access: 'vehiclebox:limit',
    body: z.object({
      vehicleId: z.uuid(),
      /** 0 is neutral. */
      gear: z.number().int().min(0).max(4).optional(),
      /** Per cent of full speed. */
      speed: z.number().int().min(10).max(100).optional(),
    }),
    result: z.object({ gear: z.number().int(), speed: z.number().int() }),
  }),
})
