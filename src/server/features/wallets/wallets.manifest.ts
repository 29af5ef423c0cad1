import type { SliceManifest } from '#server/core/slice.ts'
import { memberMergeRoutes } from './member-merge.routes.ts'
import { userProjectsRoutes } from './user-projects.routes.ts'

/** What members hold, as far as staff change it by hand: corrections, discount applications, members that become one. */
export const walletsManifest: SliceManifest = {
  name: 'wallets',
  mount(app, deps) {
    userProjectsRoutes(app, deps)
    memberMergeRoutes(app, deps)
  },
  actions: {
    'member:adjust': ['hq', 'manager'],
    'member:merge': ['hq', 'manager'],
  },
  topics: ['wallets'],
}
