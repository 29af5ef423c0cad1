import type { SliceManifest } from '#server/core/slice.ts'
import { runBackup } from './backups.job.ts'

/** The whole database and its files, each night, so that the venue goes on with another computer. */
export const backupsManifest: SliceManifest = {
  name: 'backups',
  mount: () => undefined,
  actions: {},
  jobs: { 'backups.run': { work: runBackup, keepDays: 14 } },
}
