import type { SliceManifest } from '#server/core/slice.ts'
import { memberLevelResource } from '#shared/features/members/member-levels.contract.ts'
import { memberCardsRoutes } from './member-cards.routes.ts'
import { memberLevelsRoutes } from './member-levels.routes.ts'
import { membersRoutes } from './members.routes.ts'

/** Members and their wallets. */
export const membersManifest: SliceManifest = {
  name: 'members',
  mount: (app, deps) => {
    membersRoutes(app, deps)
    memberLevelsRoutes(app, deps)
    memberCardsRoutes(app, deps)
  },
  actions: {
    'member:card': ['hq', 'manager', 'cashier'],
    'member:clearcard': ['hq', 'manager'],
    'memberlevel:add': ['hq', 'manager'],
    'memberlevel:delete': ['hq', 'manager'],
    'memberlevel:edit': ['hq', 'manager'],
    /** Who sees members and rules sees what their levels are called. */
    'memberlevel:list': ['hq', 'manager', 'coach', 'cashier'],
    'member:search': ['hq', 'manager', 'cashier'],
    /** Within calls: whole phone numbers instead of masked ones. */
    'member:phone': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-members',
      title: 'menu.members',
      icon: 'team',
      component: 'layouts/RouteView',
      url: '/membermanage',
      order: 21,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-member-levels',
      title: 'menu.memberLevels',
      icon: 'tags',
      component: 'memberlevel/SysMemberLevelList',
      url: '/memberlevel/sysMemberLevelList',
      order: 25,
      parent: 'menu-members',
      modules: ['memberlevel'],
      roles: ['hq', 'manager'],
    },
  ],
  ruledLists: { 'memberlevel:list': memberLevelResource.filter },
}
