import type { SliceManifest } from '#server/core/slice.ts'
import { venueHealthRoutes } from './venue-health.routes.ts'
import { watch } from './venue-health.service.ts'

/** The health of terminals, vehicles, payments, jobs and backups, and notices of problems. */
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
