import type { SliceManifest } from '#server/core/slice.ts'
import { compareBills } from './bills.job.ts'
import { paymentsRoutes } from './payments.routes.ts'

/** Payments by codes that customers show: each ends as paid or closed within a minute, whatever becomes of the server. */
export const paymentsManifest: SliceManifest = {
  name: 'payments',
  mount: paymentsRoutes,
  actions: {},
  // A provider may be late with its list: the last three days are compared that were not yet.
  jobs: { 'payments.compare': { work: compareBills, keepDays: 3 } },
  topics: ['payments'],
}
