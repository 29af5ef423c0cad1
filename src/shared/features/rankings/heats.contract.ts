import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { Heat } from './heat.schema.ts'

/** Current standings of heats. */
export const heats = {
  live: route({
    method: 'GET',
    path: '/ranking/sysHeat/live',
    summary: 'The heats that go on in the stores in scope, and those that have just ended, in their order now',
    access: 'dispatch:list',
    result: z.array(Heat),
  }),
}
