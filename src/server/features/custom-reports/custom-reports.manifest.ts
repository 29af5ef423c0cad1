import type { SliceManifest } from '#server/core/slice.ts'
import { customReportsRoutes } from './custom-reports.routes.ts'
import { sendScheduledReports } from './report-schedules.job.ts'

/** Reports that users build on screen from sources that are declared in code. */
export const customReportsManifest: SliceManifest = {
  name: 'custom-reports',
  mount: customReportsRoutes,
  actions: {
    'customreport:add': ['hq', 'manager'],
    'customreport:delete': ['hq', 'manager'],
    'customreport:edit': ['hq', 'manager'],
    'customreport:export': ['hq', 'manager'],
    'customreport:list': ['hq', 'manager'],
    'customreport:send': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-custom-reports',
      title: 'menu.customReports',
      icon: 'bar-chart',
      component: 'modules/online/cgreport/OnlCgreportHeadList',
      url: '/online/cgreport',
      order: 720,
      parent: 'menu-watch',
      modules: ['customreport'],
      roles: ['hq', 'manager'],
    },
    {
      // The route by which the API family's clients open a report; our page names it in the query.
      id: 'menu-custom-report',
      title: 'menu.customReport',
      icon: 'bar-chart',
      component: 'modules/online/cgreport/auto/OnlCgreportAutoList',
      url: '/online/cgreport/:code',
      order: 721,
      hidden: true,
      roles: ['hq', 'manager'],
    },
  ],
  // A report has no code of its own; clients of the API family ask whether theirs is free.
  uniqueColumns: { onl_cgreport_head: { table: 'custom_report', fields: { code: 'id' } } },
  jobs: { 'customReports.send': { work: sendScheduledReports, keepDays: 0 } },
}
