import { storageMigrations } from '#main/core/storage/storage.ts'
import { memberMigrations } from '#main/features/members/index.ts'
import { offlineQueueMigrations } from '#main/features/offline-queue/index.ts'
import { outboxMigrations } from '#main/features/outbox/index.ts'
import { printerMigrations } from '#main/features/printer/index.ts'
import { shiftMigrations } from '#main/features/shifts/index.ts'
import { snapshotMigrations } from '#main/features/snapshot/index.ts'
import { printClaimMigrations } from '#main/features/sync/index.ts'

/** Every table of the terminal's one data file. */
export const migrations = [
  ...storageMigrations,
  ...outboxMigrations,
  ...offlineQueueMigrations,
  ...snapshotMigrations,
  ...memberMigrations,
  ...printerMigrations,
  ...printClaimMigrations,
  ...shiftMigrations,
]
