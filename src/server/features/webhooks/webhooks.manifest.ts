import type { SliceManifest } from '#server/core/slice.ts'
import { webhookResource } from '#shared/features/webhooks/webhooks.schema.ts'
import { pruneDeliveries } from './events.job.ts'
import { webhooksRoutes } from './webhooks.routes.ts'

const managers = ['hq', 'manager'] as const

/** Webhooks: what happens at a store is sent to other systems. */
export const webhooksManifest: SliceManifest = {
  name: 'webhooks',
  mount: webhooksRoutes,
  actions: {
    'webhook:add': managers,
    'webhook:delete': managers,
    'webhook:edit': managers,
    'webhook:list': managers,
    'webhook:send': managers,
  },
  // By an endpoint a token could receive what its actions do not show.
  personOnly: ['webhook:add', 'webhook:edit'],
  menus: [
    {
      id: 'menu-webhooks',
      title: 'menu.webhooks',
      icon: 'notification',
      component: 'system/Webhooks',
      url: '/isystem/webhook',
      order: 731,
      parent: 'menu-system',
      modules: ['webhook'],
      roles: managers,
    },
  ],
  ruledLists: { 'webhook:list': webhookResource.filter },
  jobs: { 'webhooks.prune': { work: pruneDeliveries, keepDays: 30 } },
}
