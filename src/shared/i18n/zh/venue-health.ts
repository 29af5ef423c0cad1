/** Backups, and how the parts of a venue are. */
export const venueHealth = {
  'jobName.backups.run': '每晚备份数据库和文件',
} as const
