import type { SliceManifest } from '#server/core/slice.ts'
import { membersRoutes } from './members.routes.ts'

/** Members and their wallets. */
export const membersManifest: SliceManifest = {
  name: 'members',
  mount: membersRoutes,
  actions: {
    'member:search': ['hq', 'manager', 'cashier'],
    /** Within calls: whole phone numbers instead of masked ones. */
    'member:phone': ['hq', 'manager'],
  },
}
