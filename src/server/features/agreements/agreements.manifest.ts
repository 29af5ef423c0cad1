import type { SliceManifest } from '#server/core/slice.ts'
import { agreementResource } from '#shared/features/agreements/agreements.contract.ts'
import { agreementsRoutes } from './agreements.routes.ts'

/** The safety agreement: its versions, and who has signed which. */
export const agreementsManifest: SliceManifest = {
  name: 'agreements',
  mount: agreementsRoutes,
  actions: {
    'agreement:add': ['hq', 'manager'],
    'agreement:delete': ['hq', 'manager'],
    'agreement:edit': ['hq', 'manager'],
    'agreement:list': ['hq', 'manager'],
    'agreement:sign': ['hq', 'manager', 'coach', 'cashier'],
  },
  ruledLists: { 'agreement:list': agreementResource.filter },
}
