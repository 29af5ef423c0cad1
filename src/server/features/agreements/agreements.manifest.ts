import type { SliceManifest } from '#server/core/slice.ts'
import { agreementResource } from '#shared/features/agreements/agreements.contract.ts'
import { agreementsRoutes } from './agreements.routes.ts'

/** The safety agreement: its versions, and who has signed which. */
export const agreementsManifest: SliceManifest = {
  name: 'agreements',
  mount: agreementsRoutes,
  actions: {
    'agreement:add': ['hq', 'manager'],
    'agreement:delete': ['hq', 'manager'],
    'agreement:edit': ['hq', 'manager'],
    'agreement:list': ['hq', 'manager'],
    // Nothing shows it but the word of who says so.
    'agreement:paper': ['hq', 'manager'],
    'agreement:sign': ['hq', 'manager', 'coach', 'cashier'],
  },
  menus: [
    {
      id: 'menu-agreements',
      title: 'menu.agreements',
      icon: 'safety-certificate',
      component: 'membermanage/SysAgreementList',
      url: '/membermanage/sysAgreementList',
      order: 26,
      parent: 'menu-members',
      modules: ['agreement'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-member-messages',
      title: 'menu.memberMessages',
      icon: 'message',
      component: 'membermanage/SysMemberMessageList',
      url: '/membermanage/sysMemberMessageList',
      order: 28,
      parent: 'menu-members',
      modules: ['membermessage'],
      roles: ['hq', 'manager'],
    },
  ],
  ruledLists: { 'agreement:list': agreementResource.filter },
}
