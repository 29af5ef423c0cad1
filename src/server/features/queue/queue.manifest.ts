import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { QueueState } from '#shared/features/queue/queue.schema.ts'
import { expireQueue } from './queue.job.ts'
import { queueRoutes } from './queue.routes.ts'
import { queueSource } from './queue.search.ts'

/** The queue of paid rides that wait for a vehicle. */
export const queueManifest: SliceManifest = {
  name: 'queue',
  mount: queueRoutes,
  actions: {
    'queue:call': ['hq', 'manager', 'coach', 'cashier'],
    // It refunds money; cashiers need the permission explicitly.
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
  searched: [queueSource],
  jobs: { 'queue.expire': { work: expireQueue, keepDays: 0 } },
  // Queue entries, runs and vehicles by id, for all floor screens.
  topics: ['floor'],
}
