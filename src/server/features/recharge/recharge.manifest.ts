import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import {
  RechargeKind,
  RechargePayMode,
  rechargeOrderResource,
} from '#shared/features/recharge/recharge-orders.schema.ts'
import { paidRecharges } from './paid-recharges.service.ts'
import { rechargeOrdersRoutes } from './recharge-orders.routes.ts'
import { rechargeOrderSource } from './recharge-orders.search.ts'

/** Recharges and card sales of members, and their orders. */
export const rechargeManifest: SliceManifest = {
  name: 'recharge',
  mount: rechargeOrdersRoutes,
  actions: {
    'recharge:add': ['hq', 'manager', 'cashier'],
    'recharge:export': ['hq', 'manager'],
    'recharge:list': ['hq', 'manager', 'cashier'],
    'recharge:print': ['hq', 'manager', 'cashier'],
    'recharge:remind': ['hq', 'manager', 'coach', 'cashier'],
  },
  menus: [
    {
      id: 'menu-recharge-tool',
      title: 'menu.rechargeTool',
      icon: 'wallet',
      component: 'memberrecharge/SysMemberRechargeTool',
      url: '/memberrecharge/SysMemberRechargeTool',
      order: 38,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-recharge-orders',
      title: 'menu.rechargeOrders',
      icon: 'file-text',
      component: 'memberrecharge/SysMemberRechargeList',
      url: '/memberrecharge/SysMemberRechargeList',
      order: 39,
      modules: ['recharge'],
      roles: ['hq', 'manager', 'cashier'],
    },
  ],
  dictionaries: [
    dictionaryOf('recharge_kind', 'recharge.kind', RechargeKind.options, 'recharge.kind'),
    dictionaryOf('recharge_pay_mode', 'recharge.payMode', RechargePayMode.options, 'recharge.payMode'),
  ],
  topics: ['recharges', 'customerDisplay'],
  searched: [rechargeOrderSource],
  ruledLists: { 'recharge:list': rechargeOrderResource.filter },
  paidOrders: paidRecharges,
}
