export { readBackupKey } from './backup.archive.ts'
export { restoreBackup } from './backup.restore.ts'
export { backUp } from './backups.service.ts'
