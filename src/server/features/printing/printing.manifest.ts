import type { SliceManifest } from '#server/core/slice.ts'
import { expirePrintJobs } from './print-jobs.job.ts'
import { printLayoutsRoutes } from './print-layouts.routes.ts'

/** Papers of a store: their layouts, their print jobs, and the links on them. */
export const printingManifest: SliceManifest = {
  name: 'printing',
  mount: printLayoutsRoutes,
  copiedTables: [
    { part: 'layouts', table: 'print_layout' },
    { part: 'layouts', table: 'print_logo' },
  ],
  actions: { 'layout:list': ['hq', 'manager'], 'layout:edit': ['hq', 'manager'] },
  menus: [
    {
      id: 'menu-print-layouts',
      title: 'menu.printLayouts',
      icon: 'file-text',
      component: 'printing/PrintLayouts',
      url: '/terminal/sysPrintLayout',
      order: 43,
      modules: ['layout'],
      roles: ['hq', 'manager'],
    },
  ],
  jobs: { 'printJobs.expire': { work: expirePrintJobs, keepDays: 0 } },
  topics: ['printJobs'],
}
