/** A backup that was made or failed. */
interface BackupRun {
  id: string
  startedAt: Date
  endedAt: Date
  state: 'done' | 'failed'
  fileName: string
  bytes: number
  encrypted: boolean
  /** Why it failed. */
  reason: string
}

export interface BackupTables {
  backupRun: BackupRun
}
