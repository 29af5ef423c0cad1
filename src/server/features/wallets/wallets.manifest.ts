import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { ApplyState, applicationResource } from '#shared/features/wallets/applications.contract.ts'
import { applicationsRoutes } from './applications.routes.ts'
import { memberMergeRoutes } from './member-merge.routes.ts'
import { userProjectsRoutes } from './user-projects.routes.ts'

/** Manual changes of members' value: corrections, discount applications, and merges. */
export const walletsManifest: SliceManifest = {
  name: 'wallets',
  mount(app, deps) {
    userProjectsRoutes(app, deps)
    applicationsRoutes(app, deps)
    memberMergeRoutes(app, deps)
  },
  actions: {
    'apply:add': ['hq', 'manager', 'cashier'],
    'apply:list': ['hq', 'manager'],
    'apply:review': ['hq', 'manager'],
    'member:adjust': ['hq', 'manager'],
    'member:merge': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-applications',
      title: 'menu.applications',
      icon: 'solution',
      component: 'apply/SysApplyList',
      url: '/apply/sysApplyList',
      order: 27,
      parent: 'menu-members',
      modules: ['apply'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [dictionaryOf('apply_state', 'apply.state', ApplyState.options, 'apply.state')],
  topics: ['wallets', 'applications'],
  ruledLists: { 'apply:list': applicationResource.filter },
}
