import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { PlayState, playRecordFields, RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { consumeRoutes } from './consume.routes.ts'
import { playBeforePayRoutes } from './play-before-pay.routes.ts'

/** Starting sessions, the pay-later list, deducting hung orders. */
export const sessionsManifest: SliceManifest = {
  name: 'sessions',
  mount(app, deps) {
    playBeforePayRoutes(app, deps)
    consumeRoutes(app, deps)
  },
  actions: {
    'consume:print': ['hq', 'manager', 'coach', 'cashier'],
    'consume:query': ['hq', 'manager', 'cashier'],
    'playbeforepay:add': ['hq', 'manager', 'coach', 'cashier'],
    'playbeforepay:consume': ['hq', 'manager', 'cashier'],
    'playbeforepay:delete': ['hq', 'manager'],
    // Also those of headquarters and of roles that say so in their name (granted-permissions.sql).
    'playbeforepay:edite': ['hq'],
    'playbeforepay:export': ['hq', 'manager'],
    'playbeforepay:import': ['hq', 'manager'],
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
      id: 'menu-playbeforepay',
      title: 'menu.playBeforePay',
      icon: 'unordered-list',
      component: 'playbeforepay/SysPlayBeforePayList',
      url: '/playbeforepay/sysPlayBeforePayList',
      order: 20,
      modules: ['playbeforepay', 'consume'],
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
  ],
  dictionaries: [
    dictionaryOf('run_mode', 'dict.runMode', RunMode.options, 'mode'),
    dictionaryOf('play_state', 'dict.playState', PlayState.options, 'state'),
    dictionaryOf('pay_state', 'dict.payState', ['nopay', 'payed', 'closed', 'refunding', 'refunded'], 'payState'),
  ],
  topics: ['playRecords'],
  ruledLists: { 'playbeforepay:list': playRecordFields },
}
