import { z } from 'zod'
import { route } from '#shared/core/route.ts'
import { Heat } from './heat.schema.ts'

/** Current standings of heats. */
export const heats = {
  live: route({
    method: 'GET',
    path: '/ranking/sysHeat/live',
    summary: 'The running heats of the stores in scope and those that have just ended, each in its current order',
    access: 'dispatch:list',
    result: z.array(Heat),
  }),
}
