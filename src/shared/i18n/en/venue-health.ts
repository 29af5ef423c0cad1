/** Backups, and how the parts of a venue are. */
export const venueHealth = {
  'jobName.backups.run': 'Nightly backup of database and files',
} as const
