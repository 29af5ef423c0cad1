import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { memberCardsRoutes } from '#server/features/members/cards/member-cards.routes.ts'
import { memberGlanceRoutes } from '#server/features/members/glance/member-glance.routes.ts'
import { sendLevelNotices } from '#server/features/members/levels/level-notices.job.ts'
import { memberLevelsRoutes } from '#server/features/members/levels/member-levels.routes.ts'
import { memberMessagesRoutes } from '#server/features/members/messages/member-messages.routes.ts'
import { memberChangesRoutes } from '#server/features/members/records/member-changes.routes.ts'
import { memberRecordsRoutes } from '#server/features/members/records/member-records.routes.ts'
import { memberLevelResource } from '#shared/features/members/member-levels.contract.ts'
import { memberMessageResource } from '#shared/features/members/member-messages.contract.ts'
import { memberFields } from '#shared/features/members/member-records.schema.ts'
import { RacerName } from '#shared/features/members/racer-name.calc.ts'
import { writeInitials } from './initials.job.ts'
import { membersRoutes } from './members.routes.ts'
import { memberSource } from './members.search.ts'

/** Members and their wallets. */
export const membersManifest: SliceManifest = {
  name: 'members',
  mount(app, deps) {
    membersRoutes(app, deps)
    memberRecordsRoutes(app, deps)
    memberChangesRoutes(app, deps)
    memberLevelsRoutes(app, deps)
    memberCardsRoutes(app, deps)
    memberGlanceRoutes(app, deps)
    memberMessagesRoutes(app, deps)
  },
  copiedTables: [{ part: 'levels', table: 'member_level' }],
  actions: {
    'member:card': ['hq', 'manager', 'cashier'],
    'member:clearcard': ['hq', 'manager'],
    'member:glance': ['hq', 'manager', 'cashier'],
    'membermessage:list': ['hq', 'manager'],
    'membermessage:send': ['hq', 'manager'],
    'memberlevel:add': ['hq', 'manager'],
    'memberlevel:delete': ['hq', 'manager'],
    'memberlevel:edit': ['hq', 'manager'],
    /** Required to see the level names of members and rules. */
    'memberlevel:list': ['hq', 'manager', 'coach', 'cashier'],
    'member:search': ['hq', 'manager', 'cashier'],
    /** Within calls: full phone numbers instead of masked ones. */
    'member:phone': ['hq', 'manager'],
    'member:list': ['hq', 'manager', 'cashier'],
    'member:add': ['hq', 'manager', 'cashier'],
    'member:edit': ['hq', 'manager', 'cashier'],
    /** Within calls: changes without the limit, and of fields with value. */
    'member:editunlimited': ['hq', 'manager'],
    'member:freeze': ['hq', 'manager'],
    'member:password': ['hq', 'manager'],
    'member:idnumber': ['hq', 'manager'],
    'member:export': ['hq', 'manager'],
    'member:import': ['hq', 'manager'],
    'memberchange:list': ['hq', 'manager'],
  },
  dictionaries: [
    dictionaryOf('racer_name', 'dict.racerName', RacerName.options, 'racerName'),
    dictionaryOf('message_consent', 'member.messageConsent', ['YES', 'NO'], 'member.messageConsent'),
  ],
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
      id: 'menu-member-list',
      title: 'menu.memberList',
      icon: 'user',
      component: 'membermanage/SysMemberManageList',
      url: '/membermanage/sysMemberManageList',
      order: 22,
      parent: 'menu-members',
      modules: ['member', 'memberface'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-member-changes',
      title: 'menu.memberChanges',
      icon: 'history',
      component: 'membermanage/SysMemberChangeList',
      url: '/membermanage/sysMemberChangeList',
      order: 29,
      parent: 'menu-members',
      modules: ['memberchange'],
      roles: ['hq', 'manager'],
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
  jobs: {
    'members.initials': { work: writeInitials, keepDays: 0 },
    'levels.tell': { work: sendLevelNotices, keepDays: 0 },
  },
  searched: [memberSource],
  ruledLists: {
    'membermessage:list': memberMessageResource.filter,
    'member:list': memberFields.filter,
    'memberlevel:list': memberLevelResource.filter,
  },
}
