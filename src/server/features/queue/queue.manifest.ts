import type { SliceManifest } from '#server/core/slice.ts'
import { queueRoutes } from './queue.routes.ts'

/** The line of those who have paid and wait for a vehicle. */
export const queueManifest: SliceManifest = {
  name: 'queue',
  mount: queueRoutes,
  actions: {
    'queue:start': ['hq', 'manager', 'coach', 'cashier'],
  },
  // Places in line, runs and vehicles, by id: what every screen of the floor listens to.
  topics: ['floor'],
}
