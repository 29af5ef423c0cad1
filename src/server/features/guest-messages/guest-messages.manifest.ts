import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { MassState, massMessageResource } from '#shared/features/guest-messages/mass-messages.contract.ts'
import { PurchaseState, smsPurchaseResource } from '#shared/features/guest-messages/sms-purchases.contract.ts'
import { guestMessagesRoutes } from './guest-messages.routes.ts'
import { sendOccasions } from './occasions.job.ts'
import { paidSmsPurchases } from './sms-purchases.service.ts'

/** SMS to guests: packages that stores buy, and what is sent to many members or by itself. */
export const guestMessagesManifest: SliceManifest = {
  name: 'guest-messages',
  mount: guestMessagesRoutes,
  actions: {
    'massmessage:add': ['hq', 'manager'],
    'massmessage:export': ['hq', 'manager'],
    'massmessage:list': ['hq', 'manager'],
    'massmessage:stop': ['hq', 'manager'],
    // The platform sells packages.
    'smspackage:add': [],
    'smspackage:delete': [],
    'smspackage:edit': [],
    'smspackage:list': [],
    'smspurchase:add': ['hq', 'manager'],
    'smspurchase:export': ['hq', 'manager'],
    'smspurchase:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-mass-messages',
      title: 'menu.massMessages',
      icon: 'message',
      component: 'sms/SysMassMessageList',
      url: '/sms/sysMassMessageList',
      order: 64,
      parent: 'menu-messages',
      modules: ['massmessage'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-sms-purchases',
      title: 'menu.smsPurchases',
      icon: 'credit-card',
      component: 'sms/SysSmsPurchaseList',
      url: '/sms/sysSmsPurchaseList',
      order: 66,
      parent: 'menu-messages',
      modules: ['smspurchase'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-sms-packages',
      title: 'menu.smsPackages',
      icon: 'shop',
      component: 'sms/SysSmsPackageList',
      url: '/sms/sysSmsPackageList',
      order: 67,
      parent: 'menu-messages',
      modules: ['smspackage'],
      roles: [],
    },
  ],
  dictionaries: [
    dictionaryOf('mass_state', 'mass.state', MassState.options, 'mass.state'),
    dictionaryOf('mass_stop_reason', 'mass.stopReason', ['person', 'textsUsedUp'], 'mass.stopReason'),
    dictionaryOf('sms_purchase_state', 'sms.purchaseState', PurchaseState.options, 'sms.purchaseState'),
  ],
  jobs: { 'guestMessages.occasions': { work: sendOccasions, keepDays: 400 } },
  topics: ['massMessages', 'smsPurchases'],
  ruledLists: { 'massmessage:list': massMessageResource.filter, 'smspurchase:list': smsPurchaseResource.filter },
  paidOrders: paidSmsPurchases,
}
