import type { SliceManifest } from '#server/core/slice.ts'
import { userProjectsRoutes } from './user-projects.routes.ts'

/** What members hold, as far as staff change it by hand: corrections, discount applications, members that become one. */
export const walletsManifest: SliceManifest = {
  name: 'wallets',
  mount(app, deps) {
    userProjectsRoutes(app, deps)
  },
  actions: {
    'member:adjust': ['hq', 'manager'],
  },
  topics: ['wallets'],
}
