import type { SliceManifest } from '#server/core/slice.ts'
import { reportsRoutes } from './reports.routes.ts'

/** What owners read: what is owed to members, who stands out, how the day was. */
export const reportsManifest: SliceManifest = {
  name: 'reports',
  mount: reportsRoutes,
  actions: {
    'liability:export': ['hq', 'manager'],
    'liability:list': ['hq', 'manager'],
    'lossradar:export': ['hq', 'manager'],
    'lossradar:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-loss-radar',
      title: 'menu.lossRadar',
      icon: 'stop',
      component: 'report/SysLossRadar',
      url: '/report/sysLossRadar',
      order: 56,
      parent: 'menu-watch',
      modules: ['lossradar'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-liability',
      title: 'menu.liability',
      icon: 'wallet',
      component: 'report/SysLiability',
      url: '/report/sysLiability',
      order: 57,
      parent: 'menu-watch',
      modules: ['liability'],
      roles: ['hq', 'manager'],
    },
  ],
}
