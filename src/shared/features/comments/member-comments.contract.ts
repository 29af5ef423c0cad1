import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { WireTime } from '#shared/core/time.ts'

/** The rides of a member that may be commented on, or were. */
export const memberComments = onScreen('comment', {
  rides: route({
    method: 'GET',
    path: '/m/comments/rides',
    summary:
      'The newest rides of the member that are over, with the key of the result page and the stars that were given',
    access: 'member',
    result: z
      .array(
        z.object({
          key: z.string(),
          startTime: WireTime,
          roleName: z.string(),
          vehicleName: z.string(),
          /** Null: not commented on yet. */
          stars: z.number().int().nullable(),
        }),
      )
      .max(30),
  }),
})
