import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Storage } from '#server/core/files/storage.ts'
import { makeTablesOf, RESTORING } from '#server/db/migrate.ts'
import { withClient } from '#server/db/roles.ts'
import { type ArchiveEntry, BackupError, type BackupKey, contentOf, readArchive, readPast } from './backup.archive.ts'
import { type BackupHeader, type BackupTally, FILES, SECRETS, TABLES, type TableShape } from './backup.format.ts'
import { type BackupContent, inspectBackup } from './backup.inspect.ts'

/** How far sequences of commands are advanced: vehicles ignore commands with numbers that they have already seen. */
const AHEAD: Readonly<Record<string, number>> = { 'public.vehicle_command': 1_000_000_000 }
const QUEUE = 'pgboss.job'

export interface RestoreTarget {
  /** The address of an empty database, as its owner. */
  ownerUrl: string
  dataDir: string
  /** Where the uploaded files are restored to. */
  storage: Storage
  /** Migrates the restored tables to this version. */
  prepare(): Promise<void>
}

/**
 * Restores a backup into an empty database. If it is interrupted, no server starts on the database, and it can be repeated.
 */
export async function restoreBackup(
  path: string,
  key: BackupKey | undefined,
  target: RestoreTarget,
): Promise<BackupContent> {
  const found = await inspectBackup(path, key)
  const { header, tally } = found
  await withClient(target.ownerUrl, (owner) => makeRoom(owner, header))
  let withKey: Buffer | undefined
  await withClient(target.ownerUrl, async (owner) => {
    await owner.query('begin')
    const restraints = await loosen(owner)
    const load = tableLoader(
      owner,
      header.tables.filter(({ name }) => name !== QUEUE),
    )
    await readArchive(path, key, async (entry) => {
      if (entry.name === SECRETS) withKey = await contentOf(entry.content)
      else if (entry.name.startsWith(FILES)) await putFile(entry, target.storage)
      else await load.take(entry)
    })
    expectRows(await load.end(), tally, path)
    await setSequences(owner, tally)
    await tighten(owner, restraints)
    await owner.query('commit')
  })
  if (withKey) await putSecretsKey(withKey, target.dataDir)
  await target.prepare()
  await withClient(target.ownerUrl, async (owner) => {
    await owner.query('begin')
    await restoreQueue(owner, path, key, found)
    await owner.query(`drop table ${RESTORING}`)
    await owner.query('commit')
  })
  return found
}

/** Creates the tables of the backup in an empty database, or in one that an interrupted restore has left. */
async function makeRoom(owner: pg.Client, { migrations }: BackupHeader): Promise<void> {
  const { rows } = await owner.query<{ tables: number; half: boolean }>(
    `select count(*)::int as tables, count(*) filter (where relname = $1) > 0 as half
     from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    [RESTORING],
  )
  const [{ tables, half } = { tables: 0, half: false }] = rows
  if (tables > 0 && !half)
    throw new BackupError(
      'This database is not empty. A backup is restored into an empty one, so that nothing is lost.',
    )
  await owner.query('begin')
  await owner.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  await owner.query(`create table ${RESTORING} (begun_at timestamptz not null default now())`)
  await owner.query('commit')
  await makeTablesOf(owner, migrations)
}

interface Restraints {
  foreignKeys: { table: string; name: string; definition: string }[]
  forced: string[]
}

/** Drops constraints that rows would violate while tables are filled one by one, and empties tables that migrations have filled. */
async function loosen(owner: pg.Client): Promise<Restraints> {
  const { rows: foreignKeys } = await owner.query<Restraints['foreignKeys'][number]>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
  )
  const { rows: tables } = await owner.query<{ name: string; forced: boolean }>(
    `select oid::regclass::text as name, relforcerowsecurity as forced from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
       and relname not in ('schema_migration', 'schema_function', 'schema_release', $1) order by 1`,
    [RESTORING],
  )
  for (const { table, name } of foreignKeys)
    await owner.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  const forced = tables.filter((table) => table.forced).map(({ name }) => name)
  // PostgreSQL refuses COPY into a table with forced row-level security, even for the owner.
  for (const name of forced) await owner.query(`alter table ${name} no force row level security`)
  for (const { name } of tables) await owner.query(`alter table ${name} disable trigger user`)
  await owner.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return { foreignKeys, forced }
}

/** Restores the constraints, which checks the references of all rows. */
async function tighten(owner: pg.Client, { foreignKeys, forced }: Restraints): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await owner.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  const { rows } = await owner.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await owner.query(`alter table ${name} enable trigger user`)
  for (const name of forced) await owner.query(`alter table ${name} force row level security`)
}

/** Writes the parts of each table to one COPY. */
function tableLoader(owner: pg.Client, tables: readonly TableShape[]) {
  const shapes = new Map(tables.map((table) => [table.name, table]))
  const rows: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]))
  let current: { name: string; sink: Writable & { rowCount: number } } | undefined
  const finish = async (): Promise<void> => {
    if (!current) return
    const { name, sink } = current
    current = undefined
    const done = finished(sink)
    sink.end()
    await done
    rows[name] = sink.rowCount
  }
  return {
    async take({ name: entry, content }: ArchiveEntry): Promise<void> {
      const name = entry.startsWith(TABLES) ? entry.slice(TABLES.length).replace(/\/\d+$/, '') : ''
      const shape = shapes.get(name)
      if (!shape) return readPast(content)
      if (current?.name !== name) {
        await finish()
        const columns = shape.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
        current = { name, sink: owner.query(copyFrom(`copy ${name} (${columns}) from stdin`)) }
      }
      await writeAll(current.sink, content)
    },
    async end(): Promise<Record<string, number>> {
      await finish()
      return rows
    },
  }
}

async function writeAll(sink: Writable, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) {
    await new Promise<void>((resolve, reject) => {
      sink.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
  }
}

function expectRows(rows: Record<string, number>, tally: BackupTally, path: string): void {
  const wrong = Object.keys(rows).find((name) => rows[name] !== tally.rows[name])
  if (wrong !== undefined)
    throw new BackupError(`${path}: ${rows[wrong]} of ${tally.rows[wrong]} rows of ${wrong} came back`)
}

async function setSequences(owner: pg.Client, { sequences }: BackupTally): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    const ahead = AHEAD[name] ?? 0
    if (value !== null || ahead > 0)
      await owner.query('select setval($1, $2)', [name, String(BigInt(value ?? 0) + BigInt(ahead))])
  }
}

/** Restores unfinished jobs of the queue; jobs of another version of the queue are dropped. */
async function restoreQueue(
  owner: pg.Client,
  path: string,
  key: BackupKey | undefined,
  { header, tally }: BackupContent,
): Promise<void> {
  const { rows } = await owner.query<{ version: number }>('select version from pgboss.version')
  const queue = header.tables.find(({ name }) => name === QUEUE)
  if (!queue || rows[0]?.version !== header.queueVersion) return
  const load = tableLoader(owner, [queue])
  await readArchive(path, key, (entry) => load.take(entry))
  expectRows(await load.end(), { ...tally, rows: { [QUEUE]: tally.rows[QUEUE] ?? 0 } }, path)
}

/** Stores a file; an existing one of the same name, from an earlier attempt, has the same content. */
async function putFile({ name, content }: ArchiveEntry, storage: Storage): Promise<void> {
  if (name.split('/').includes('..')) throw new BackupError(`a file of the backup wants to lie elsewhere: ${name}`)
  await storage.write(name.slice(FILES.length), content)
}

/** An existing key file is not replaced: the server reports at its start if it does not match the database. */
async function putSecretsKey(key: Buffer, dataDir: string): Promise<void> {
  const path = join(dataDir, 'secrets.key')
  if (await stat(path).catch(() => null)) return
  await mkdir(dataDir, { recursive: true })
  const partialPath = `${path}.restoring`
  await rm(partialPath, { force: true })
  await writeFile(partialPath, key, { mode: 0o600, flush: true })
  await rename(partialPath, path)
}
