import type { SliceManifest } from '#server/core/slice.ts'
import { dailyReportResource } from '#shared/features/reports/daily-report.contract.ts'
import { makeDailyReports } from './daily-report.job.ts'
import { reportsRoutes } from './reports.routes.ts'

/** Reports for owners: liability to members, loss radar, daily report, and settlement between the stores of a chain. */
export const reportsManifest: SliceManifest = {
  name: 'reports',
  mount: reportsRoutes,
  actions: {
    'dailyreport:export': ['hq', 'manager'],
    'dailyreport:list': ['hq', 'manager'],
    'dailyreport:receive': ['hq', 'manager'],
    'liability:export': ['hq', 'manager'],
    'liability:list': ['hq', 'manager'],
    'lossradar:export': ['hq', 'manager'],
    'lossradar:list': ['hq', 'manager'],
    'settlement:export': ['hq'],
    'settlement:list': ['hq'],
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
    {
      id: 'menu-daily-report',
      title: 'menu.dailyReport',
      icon: 'file-text',
      component: 'report/SysDailyReportList',
      url: '/report/sysDailyReportList',
      order: 58,
      parent: 'menu-watch',
      modules: ['dailyreport'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-settlement',
      title: 'menu.settlement',
      icon: 'swap',
      component: 'report/SysSettlement',
      url: '/report/sysSettlement',
      order: 62,
      parent: 'menu-watch',
      modules: ['settlement', 'chain'],
      roles: ['hq'],
    },
  ],
  // Catches up after a server was down for a weekend.
  jobs: { 'reports.daily': { work: makeDailyReports, keepDays: 3 } },
  ruledLists: { 'dailyreport:list': dailyReportResource.filter },
}
