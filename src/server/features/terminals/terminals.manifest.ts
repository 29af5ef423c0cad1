import type { SliceManifest } from '#server/core/slice.ts'
import { expirePrintJobs } from './print-jobs.job.ts'
import { terminalsRoutes } from './terminals.routes.ts'

/** Counter terminals: registration, snapshot, print jobs, refused starts. */
export const terminalsManifest: SliceManifest = {
  name: 'terminals',
  mount: terminalsRoutes,
  actions: {
    'cashier:search': ['hq', 'manager', 'cashier'],
    'refusal:list': ['hq', 'manager', 'cashier'],
    'terminal:use': ['hq', 'manager', 'coach', 'cashier'],
  },
  jobs: { 'printJobs.expire': { work: expirePrintJobs, keepDays: 0 } },
  topics: ['printJobs', 'refusals', 'snapshot'],
}
