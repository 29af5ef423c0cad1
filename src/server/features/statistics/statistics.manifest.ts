import type { SliceManifest } from '#server/core/slice.ts'
import { rollUpFigures } from './rollup.job.ts'
import { statisticsRoutes } from './statistics.routes.ts'

/** Figures from ledger, orders and runs: revenue, consumption and rides by day, hour, type, rule, cashier, store and vehicle. */
export const statisticsManifest: SliceManifest = {
  name: 'statistics',
  mount: statisticsRoutes,
  actions: {
    'statistics:export': ['hq', 'manager'],
    'statistics:list': ['hq', 'manager', 'partner'],
  },
  menus: [
    {
      id: 'menu-statistics',
      title: 'menu.statistics',
      icon: 'bar-chart',
      component: 'statistics/SysStatistics',
      url: '/statistics/sysStatistics',
      order: 51,
      modules: ['statistics'],
      roles: ['hq', 'manager', 'partner'],
    },
  ],
  jobs: { 'statistics.fold': { work: rollUpFigures, keepDays: 0 } },
}
