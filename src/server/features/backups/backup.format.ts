import { z } from 'zod'

/** The first entry of a backup. */
export const HEADER = 'backup.json'
export const TABLES = 'tables/'
export const FILES = 'files/'
/** The key that seals identity numbers; only in encrypted backups. */
export const SECRETS = 'secrets.key'
/** The last entry before the checksum: the counts, and the values of the sequences after all tables were read. */
export const TALLY = 'tally.json'

const TableShape = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })
export type TableShape = z.infer<typeof TableShape>

export const BackupHeader = z.object({
  format: z.literal(1, 'this version cannot read a backup of that form; use a newer one'),
  createdAt: z.string(),
  /** The schema of the tables: each migration with the hash of its text. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** The schema version of the queue, whose tables are restored only into the same version. */
  queueVersion: z.number(),
  tables: z.array(TableShape),
})
export type BackupHeader = z.infer<typeof BackupHeader>

export const BackupTally = z.object({
  rows: z.record(z.string(), z.number()),
  /** Null: never used. */
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.number(),
})
export type BackupTally = z.infer<typeof BackupTally>
