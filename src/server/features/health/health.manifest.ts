import type { SliceManifest } from '#server/core/slice.ts'
import { venueHealthRoutes } from './venue-health.routes.ts'
import { watch } from './venue-health.service.ts'

/** Whether terminals, vehicles, payments, jobs and backups are well, and who hears of it when they are not. */
export const healthManifest: SliceManifest = {
  name: 'health',
  mount: venueHealthRoutes,
  actions: { 'venuehealth:list': ['hq', 'manager'] },
  menus: [
    {
      id: 'menu-venue-health',
      title: 'menu.venueHealth',
      icon: 'dashboard',
      component: 'health/VenueHealth',
      url: '/health/venue',
      order: 61,
      parent: 'menu-watch',
      modules: ['venuehealth'],
      roles: ['hq', 'manager'],
    },
  ],
  jobs: { 'venueHealth.watch': { work: watch, keepDays: 30 } },
}
