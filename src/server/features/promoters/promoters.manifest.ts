import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { promoterRoleResource } from '#shared/features/promoters/promoter-roles.contract.ts'
import {
  CommissionUnit,
  commissionResource,
  PayoutMode,
  PayoutState,
  promotedMemberResource,
  promoterPayoutResource,
  promoterResource,
  ShareMode,
  ShareRecharges,
  ShareUnit,
} from '#shared/features/promoters/promoters.schema.ts'
import { bindReferred } from './binding.service.ts'
import { postCommissions } from './commissions.job.ts'
import { payoutsRoutes, promoterRolesRoutes, promotersRoutes, promotionRoutes } from './promoters.routes.ts'

/** Promoters: who refers members, and what they get for it. */
export const promotersManifest: SliceManifest = {
  name: 'promoters',
  mount(app, deps) {
    promoterRolesRoutes(app, deps)
    promotersRoutes(app, deps)
    promotionRoutes(app, deps)
    payoutsRoutes(app, deps)
  },
  actions: {
    'commission:export': ['hq', 'manager'],
    'commission:list': ['hq', 'manager'],
    'promotedmember:add': ['hq', 'manager', 'cashier'],
    'promotedmember:export': ['hq', 'manager'],
    'promotedmember:list': ['hq', 'manager', 'cashier'],
    'promoter:add': ['hq', 'manager'],
    'promoter:delete': ['hq', 'manager'],
    'promoter:edit': ['hq', 'manager'],
    'promoter:export': ['hq', 'manager'],
    'promoter:list': ['hq', 'manager'],
    'promoterpayout:add': ['hq', 'manager'],
    'promoterpayout:approve': ['hq', 'manager'],
    'promoterpayout:export': ['hq', 'manager'],
    'promoterpayout:list': ['hq', 'manager'],
    'tuiguangrole:add': ['hq', 'manager'],
    'tuiguangrole:delete': ['hq', 'manager'],
    'tuiguangrole:edit': ['hq', 'manager'],
    'tuiguangrole:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-promotion',
      title: 'menu.promotion',
      icon: 'notification',
      component: 'layouts/RouteView',
      url: '/tuiguangrole',
      order: 570,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-promoters',
      title: 'menu.promoters',
      icon: 'team',
      component: 'tuiguangrole/SysTuiguangList',
      url: '/tuiguangrole/sysTuiguangList',
      order: 571,
      parent: 'menu-promotion',
      modules: ['promoter'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-promoted-members',
      title: 'menu.promotedMembers',
      icon: 'user',
      component: 'tuiguangrole/SysTuiguangMemberList',
      url: '/tuiguangrole/sysTuiguangMemberList',
      order: 572,
      parent: 'menu-promotion',
      modules: ['promotedmember'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-commissions',
      title: 'menu.commissions',
      icon: 'wallet',
      component: 'tuiguangrole/SysTuiguangCommissionList',
      url: '/tuiguangrole/sysTuiguangCommissionList',
      order: 573,
      parent: 'menu-promotion',
      modules: ['commission'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-promoter-payouts',
      title: 'menu.promoterPayouts',
      icon: 'credit-card',
      component: 'tuiguangrole/SysTuiguangPayoutList',
      url: '/tuiguangrole/sysTuiguangPayoutList',
      order: 574,
      parent: 'menu-promotion',
      modules: ['promoterpayout'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-promoter-roles',
      title: 'menu.promoterRoles',
      icon: 'setting',
      component: 'tuiguangrole/SysTuiguangRoleList',
      url: '/tuiguangrole/sysTuiguangRoleList',
      order: 575,
      parent: 'menu-promotion',
      modules: ['tuiguangrole'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('share_mode', 'promoterRole.mode', ShareMode.options, 'promoterRole.mode'),
    dictionaryOf('share_unit', 'promoterRole.unit', ShareUnit.options, 'promoterRole.unit'),
    dictionaryOf('share_recharges', 'promoterRole.recharges', ShareRecharges.options, 'promoterRole.recharges'),
    dictionaryOf('commission_unit', 'promoter.unit', CommissionUnit.options, 'promoter.unit'),
    dictionaryOf('payout_state', 'payout.state', PayoutState.options, 'payout.state'),
    dictionaryOf('payout_mode', 'payout.mode', PayoutMode.options, 'payout.mode'),
  ],
  memberReferred: bindReferred,
  topics: ['promoters'],
  jobs: { 'commissions.post': { work: postCommissions, keepDays: 0 } },
  ruledLists: {
    'commission:list': commissionResource.filter,
    'promotedmember:list': promotedMemberResource.filter,
    'promoter:list': promoterResource.filter,
    'promoterpayout:list': promoterPayoutResource.filter,
    'tuiguangrole:list': promoterRoleResource.filter,
  },
}
