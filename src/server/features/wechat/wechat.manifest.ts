import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { WechatKind, WechatTarget } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { WechatEventName } from '#shared/features/wechat/wechat-events.contract.ts'
import { wechatQrResource } from '#shared/features/wechat/wechat-qr.contract.ts'
import { pruneEvents } from './wechat.job.ts'
import { wechatRoutes } from './wechat.routes.ts'

/** Mini-app and public account of a chain, their messages, events and QR codes. */
export const wechatManifest: SliceManifest = {
  name: 'wechat',
  mount: wechatRoutes,
  actions: {
    'wechataccount:edit': ['hq'],
    // Events belong to the chain, of which stores see nothing.
    'wechatevent:export': ['hq'],
    'wechatevent:list': ['hq'],
    'wechatqr:add': ['hq', 'manager'],
    'wechatqr:delete': ['hq', 'manager'],
    'wechatqr:edit': ['hq', 'manager'],
    'wechatqr:export': ['hq', 'manager'],
    'wechatqr:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-wechat',
      title: 'menu.wechat',
      icon: 'message',
      component: 'layouts/RouteView',
      url: '/wechat',
      order: 466,
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-wechat-qr',
      title: 'menu.wechatQr',
      icon: 'appstore',
      component: 'wechat/SysWechatQrList',
      url: '/wechat/sysWechatQrList',
      order: 467,
      parent: 'menu-wechat',
      modules: ['wechatqr'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-wechat-events',
      title: 'menu.wechatEvents',
      icon: 'bell',
      component: 'wechat/SysWechatEventList',
      url: '/wechat/sysWechatEventList',
      order: 468,
      parent: 'menu-wechat',
      modules: ['wechatevent'],
      roles: ['hq'],
    },
    {
      id: 'menu-wechat-accounts',
      title: 'menu.wechatAccounts',
      icon: 'setting',
      component: 'wechat/SysWechatAccount',
      url: '/wechat/sysWechatAccount',
      order: 469,
      parent: 'menu-wechat',
      modules: ['wechataccount'],
      roles: ['hq'],
    },
  ],
  dictionaries: [
    dictionaryOf('wechat_event', 'dict.wechatEvent', WechatEventName.options, 'wechatEvent'),
    dictionaryOf('wechat_kind', 'dict.wechatKind', WechatKind.options, 'wechatAccount.kind'),
    dictionaryOf('wechat_target', 'dict.wechatTarget', WechatTarget.options, 'wechatAccount'),
  ],
  jobs: { 'wechat.prune': { work: pruneEvents, keepDays: 400 } },
  ruledLists: { 'wechatqr:list': wechatQrResource.filter },
}
