import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { PurchaseState, smsPurchaseResource } from '#shared/features/guest-messages/sms-purchases.contract.ts'
import { guestMessagesRoutes } from './guest-messages.routes.ts'
import { paidSmsPurchases } from './sms-purchases.service.ts'

/** SMS to guests: packages that stores buy, and what is sent to many members or by itself. */
export const guestMessagesManifest: SliceManifest = {
  name: 'guest-messages',
  mount: guestMessagesRoutes,
  actions: {
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
      id: 'menu-sms-purchases',
      title: 'menu.smsPurchases',
      icon: 'shopping-cart',
      component: 'sms/SysSmsPurchaseList',
      url: '/sms/sysSmsPurchaseList',
      order: 62,
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
      order: 63,
      parent: 'menu-messages',
      modules: ['smspackage'],
      roles: [],
    },
  ],
  dictionaries: [dictionaryOf('sms_purchase_state', 'sms.purchaseState', PurchaseState.options, 'sms.purchaseState')],
  topics: ['smsPurchases'],
  ruledLists: { 'smspurchase:list': smsPurchaseResource.filter },
  paidOrders: paidSmsPurchases,
}
