import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { QueueState } from '#shared/features/queue/queue.schema.ts'
import { expireQueue } from './queue.job.ts'
import { queueRoutes } from './queue.routes.ts'

/** The line of those who have paid and wait for a vehicle. */
export const queueManifest: SliceManifest = {
  name: 'queue',
  mount: queueRoutes,
  actions: {
    'queue:call': ['hq', 'manager', 'coach', 'cashier'],
    // It gives money back: a cashier does that only where somebody has said so.
    'queue:cancel': ['hq', 'manager'],
    'queue:edit': ['hq', 'manager', 'coach', 'cashier'],
    'queue:list': ['hq', 'manager', 'coach', 'cashier'],
    'queue:start': ['hq', 'manager', 'coach', 'cashier'],
  },
  menus: [
    {
      id: 'menu-queue',
      title: 'menu.queue',
      icon: 'clock-circle',
      component: 'queue/SysQueue',
      url: '/queue/sysQueue',
      order: 15,
      modules: ['queue'],
      roles: ['hq', 'manager', 'coach', 'cashier'],
    },
  ],
  dictionaries: [dictionaryOf('queue_state', 'dict.queueState', QueueState.options, 'queue.state')],
  jobs: { 'queue.expire': { work: expireQueue, keepDays: 0 } },
  // Places in line, runs and vehicles, by id: what every screen of the floor listens to.
  topics: ['floor'],
}
