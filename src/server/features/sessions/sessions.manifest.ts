import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { OrderPayMode, OrderState, OrderType, UsageMode } from '#shared/features/sessions/charge.schema.ts'
import { consumeOrderList, DepositState } from '#shared/features/sessions/consume-orders.contract.ts'
import { PlayState, RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { playRecordFields } from '#shared/features/sessions/play-record-search.schema.ts'
import { consumeRoutes } from './consume.routes.ts'
import { consumeOrdersRoutes } from './orders/consume-orders.routes.ts'
import { consumeOrderSource } from './orders/consume-orders.search.ts'
import { paidConsumeOrders } from './orders/paid-orders.service.ts'
import { playBeforePayRoutes } from './play-before-pay.routes.ts'
import { escapeTrials } from './play-records/escape.job.ts'
import { ticketSource } from './play-records/play-records.search.ts'

/** Charging and starting rides, consume orders, play records, and settling of pending rides. */
export const sessionsManifest: SliceManifest = {
  name: 'sessions',
  mount(app, deps) {
    playBeforePayRoutes(app, deps)
    consumeRoutes(app, deps)
    consumeOrdersRoutes(app, deps)
  },
  actions: {
    'consume:add': ['hq', 'manager', 'cashier'],
    'consume:export': ['hq', 'manager'],
    'consume:list': ['hq', 'manager', 'cashier', 'partner'],
    'consume:print': ['hq', 'manager', 'coach', 'cashier'],
    'consume:query': ['hq', 'manager', 'cashier'],
    'consume:returnDeposit': ['hq', 'manager', 'cashier'],
    // Test drives, in addition to the permission to charge.
    'consume:test': ['hq', 'manager', 'cashier'],
    'playbeforepay:add': ['hq', 'manager', 'coach', 'cashier'],
    'playbeforepay:consume': ['hq', 'manager', 'cashier'],
    'playbeforepay:delete': ['hq', 'manager'],
    // Also granted to roles whose name says so (granted-permissions.sql).
    'playbeforepay:edite': ['hq'],
    'playbeforepay:export': ['hq', 'manager'],
    'playbeforepay:import': ['hq', 'manager'],
    'playbeforepay:link': ['hq', 'manager', 'cashier'],
    'playbeforepay:list': ['hq', 'manager', 'coach', 'cashier', 'partner'],
  },
  menus: [
    {
      id: 'menu-counter',
      title: 'menu.counter',
      icon: 'thunderbolt',
      component: 'sessions/StartSession',
      url: '/counter',
      order: 10,
      modules: ['cashier', 'rule'],
      roles: ['hq', 'manager', 'coach', 'cashier'],
    },
    {
      id: 'menu-consume-tool',
      title: 'menu.consumeTool',
      icon: 'wallet',
      component: 'consume/SysConsumeTool',
      url: '/consume/SysConsumeTool',
      order: 12,
      modules: [],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-playbeforepay',
      title: 'menu.playBeforePay',
      icon: 'unordered-list',
      component: 'playbeforepay/SysPlayBeforePayList',
      url: '/playbeforepay/sysPlayBeforePayList',
      order: 20,
      modules: ['playbeforepay', 'racerphoto'],
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
    {
      id: 'menu-consume-orders',
      title: 'menu.consumeOrders',
      icon: 'profile',
      component: 'consume/SysConsumeList',
      url: '/consume/sysConsumeList',
      order: 41,
      modules: ['consume'],
      roles: ['hq', 'manager', 'cashier', 'partner'],
    },
  ],
  dictionaries: [
    dictionaryOf('run_mode', 'dict.runMode', RunMode.options, 'mode'),
    dictionaryOf('play_state', 'dict.playState', PlayState.options, 'state'),
    dictionaryOf('order_type', 'dict.orderType', OrderType.options, 'type'),
    dictionaryOf('pay_state', 'dict.payState', OrderState.options, 'payState'),
    dictionaryOf('order_pay_mode', 'dict.orderPayMode', OrderPayMode.options, 'orderPayMode'),
    dictionaryOf('usage_mode', 'dict.usageMode', UsageMode.options, 'usageMode'),
    dictionaryOf('deposit_state', 'dict.depositState', DepositState.options, 'depositState'),
  ],
  jobs: { 'playRecords.escape': { work: escapeTrials, keepDays: 0 } },
  topics: ['playRecords'],
  searched: [ticketSource, consumeOrderSource],
  ruledLists: { 'playbeforepay:list': playRecordFields, 'consume:list': consumeOrderList.filter },
  paidOrders: paidConsumeOrders,
}
