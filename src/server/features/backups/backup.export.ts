import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Storage } from '#server/core/files/storage.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import type { ArchiveWriter } from './backup.archive.ts'
import {
  type BackupHeader,
  type BackupTally,
  FILES,
  HEADER,
  SECRETS,
  TABLES,
  TALLY,
  type TableShape,
} from './backup.format.ts'

/** Part size of tables: tar needs the size before the content, so one part is held in memory. */
const PART_BYTES = 4 * 1_048_576

export interface BackupSource {
  /** The owner's address of the database. */
  ownerUrl: string
  /** The uploaded files. */
  storage: Storage
  /** Included in encrypted backups, so that these are self-contained. */
  secretsKey: Buffer | undefined
}

/** Writes all data of one snapshot, with the metadata that a restore needs. */
export const exportAll = (source: BackupSource, archive: ArchiveWriter): Promise<void> =>
  withClient(source.ownerUrl, async (owner) => {
    // The transaction may take long, so it has no timeouts; it reads one snapshot.
    await owner.query('begin isolation level repeatable read read only')
    await owner.query(
      `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
         set_config('pitlane.scope', $1, true), set_config('pitlane.scope_end', $2, true)`,
      [EVERY_STORE.from, EVERY_STORE.to],
    )
    const header = await describe(owner)
    await archive.add(HEADER, toJson(header))
    const rows: BackupTally['rows'] = {}
    for (const table of header.tables) rows[table.name] = await exportTable(owner, table, archive)
    // Sequences are not transactional: read last, they are never behind the tables.
    const sequences = await sequencesOf(owner)
    await owner.query('commit')
    if (source.secretsKey) await archive.add(SECRETS, Buffer.from(`${source.secretsKey.toString('base64')}\n`))
    const files = await exportFiles(source.storage, archive)
    await archive.add(TALLY, toJson({ rows, sequences, files } satisfies BackupTally))
  })

const toJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

async function describe(owner: pg.Client): Promise<BackupHeader> {
  const { rows: migrations } = await owner.query<{ name: string; hash: string }>(
    'select name, hash from schema_migration order by name',
  )
  const { rows: queue } = await owner.query<{ version: number }>('select version from pgboss.version')
  // The records of applied migrations and functions are not copied, nor are generated columns.
  const { rows: tables } = await owner.query<TableShape>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' and c.relname not in ('schema_migration', 'schema_function', 'schema_release')
         or n.nspname = 'pgboss' and c.relname = 'job')
     group by c.oid, n.nspname, c.relname order by n.nspname desc, c.relname`,
  )
  const createdAt = new Date().toISOString()
  return { format: 1, createdAt, migrations, queueVersion: queue[0]?.version ?? 0, tables }
}

/** Writes a table in PostgreSQL's text format of COPY, in parts; returns the number of rows. */
async function exportTable(owner: pg.Client, { name, columns }: TableShape, archive: ArchiveWriter): Promise<number> {
  const listed = columns.map((column) => `"${column}"`).join(', ')
  const stream = owner.query(copyTo(`copy (select ${listed} from ${name}) to stdout`))
  let parts = 0
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    if (bytes === 0) return
    parts += 1
    await archive.add(`${TABLES}${name}/${String(parts).padStart(6, '0')}`, Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) await flush()
  }
  await flush()
  return stream.rowCount
}

async function sequencesOf(owner: pg.Client): Promise<BackupTally['sequences']> {
  const { rows } = await owner.query<{ name: string; value: string | null }>(
    `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Uploaded files never change. A file that is removed meanwhile is not in the backup. */
async function exportFiles(storage: Storage, archive: ArchiveWriter): Promise<number> {
  let count = 0
  for await (const { path, size } of storage.list('')) {
    const content = await storage.open(path, size > 0 ? { start: 0, end: size - 1 } : undefined)
    if (!content) continue
    await archive.addStream(`${FILES}${path}`, size, content)
    count += 1
  }
  return count
}
