import type { SliceManifest } from '#server/core/slice.ts'
import { expireValue } from './expire.job.ts'

/** Wallets with their lots, holds, and the ledger of wallets and tenders. Other slices call it. */
export const ledgerManifest: SliceManifest = {
  name: 'ledger',
  mount: () => undefined,
  actions: {},
  jobs: {
    'ledger.expire': { work: expireValue, keepDays: 0 },
  },
}
