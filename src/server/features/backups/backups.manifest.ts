import type { SliceManifest } from '#server/core/slice.ts'
import { runBackup } from './backups.job.ts'

/** Nightly backups of the whole database and its files, so that the venue can continue on another computer. */
export const backupsManifest: SliceManifest = {
  name: 'backups',
  mount: () => undefined,
  actions: {},
  jobs: { 'backups.run': { work: runBackup, keepDays: 14 } },
}
