import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { RefundKind, RefundMethod, RefundState, refundResource } from '#shared/features/refunds/refunds.schema.ts'
import { refundEnded } from './ended-refunds.service.ts'
import { refundsRoutes } from './refunds.routes.ts'

/** Refunds and voids of charges and recharges. */
export const refundsManifest: SliceManifest = {
  name: 'refunds',
  mount: refundsRoutes,
  actions: {
    // Cashiers need the permission explicitly.
    'refund:add': ['hq', 'manager'],
    // Only the last sale of the own counter within some minutes; above the store's limit an approver is needed.
    'refund:approve': ['hq', 'manager'],
    'refund:export': ['hq', 'manager'],
    'refund:list': ['hq', 'manager'],
    'refund:print': ['hq', 'manager'],
    'refund:void': ['hq', 'manager', 'cashier'],
  },
  menus: [
    {
      id: 'menu-refunds',
      title: 'menu.refunds',
      icon: 'file-text',
      component: 'refund/SysRefundList',
      url: '/refund/sysRefundList',
      order: 44,
      modules: ['refund'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('refund_state', 'refund.state', RefundState.options, 'refund.state'),
    dictionaryOf('refund_kind', 'refund.orderKind', RefundKind.options, 'refund.orderKind'),
    dictionaryOf('refund_way', 'refund.payWay', RefundMethod.options, 'refund.payWay'),
  ],
  topics: ['refunds'],
  ruledLists: { 'refund:list': refundResource.filter },
  refundEnded,
}
