import type { SliceManifest } from '#server/core/slice.ts'
import { expireValue } from './expire.job.ts'

/** What moves value: wallets with their lots, holds, and the ledger of them and of tenders. It is called by other slices. */
export const ledgerManifest: SliceManifest = {
  name: 'ledger',
  mount: () => undefined,
  actions: {},
  jobs: {
    'ledger.expire': { work: expireValue, keepDays: 0 },
  },
}
