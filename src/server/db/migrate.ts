import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { applyFunctions, readFunctions } from './functions.ts'
import { newerRelease, RELEASE, recordRelease } from './release.ts'
import { ensureAppRole, withClient } from './roles.ts'
import { readSqlFile, type SqlFile } from './sql-files.ts'

/** The folders of this version's migrations and functions. */
const SOURCES = {
  migrations: new URL('./migrations/', import.meta.url),
  functions: new URL('./functions/', import.meta.url),
}
/** Key of the advisory lock of migrations; arbitrary, but the same in every version. */
const LOCK = 7_019_283_110
/** The table that marks a database while a backup is restored into it (`features/backups`). */
export const RESTORING = 'restore_unfinished'
/** How long a change waits for a table that is in use: everybody else who wants the table waits behind it. */
const LOCK_PATIENCE = '3s'
/** Between two attempts the others have their turn. */
const PAUSE_MS = 5000
const PATIENCE_MS = 10 * 60_000
/** Lock timeout and deadlock. */
const LOCKED = ['55P03', '40P01']
/** The oldest supported version, because managed servers and distributions lag behind; the tests run on it, too. */
const OLDEST = 15

interface Options {
  sources?: typeof SOURCES
  /** Whether the database is one into which a backup is being restored. */
  restoring?: boolean
  /** The release of the sources, and the oldest one whose servers work on their database. */
  release?: string
  oldestWorking?: string
}

/**
 * Migrates the database to this version's tables and functions, then runs the further preparations. Copies of the server that start
 * together wait for each other. A database of a newer release stays as it is: its servers are running, or ran before a rollback.
 */
export const migrate = (
  ownerUrl: string,
  log: (line: string) => void,
  afterwards: (owner: pg.Client) => Promise<void>,
  { sources = SOURCES, restoring = false, release = RELEASE, oldestWorking }: Options = {},
): Promise<void> =>
  withClient(ownerUrl, async (owner) => {
    await refuseOld(owner)
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    if (!restoring) await refuseHalfRestored(owner)
    await ensureAppRole(owner)
    const newer = await newerRelease(owner, release)
    if (newer) return log(`database: of the newer release ${newer}, and nothing is changed`)
    const hasNewTables = await changeTables(owner, log, sources)
    await afterwards(owner)
    await recordRelease(owner, release, oldestWorking)
    if (hasNewTables || restoring) await owner.query('analyze')
  })

/**
 * Gathers the planner's statistics. Autovacuum does so only a minute after rows were added, and without statistics a list of the
 * demo venue takes forty times as long.
 */
export const analyze = (ownerUrl: string): Promise<unknown> => withClient(ownerUrl, (owner) => owner.query('analyze'))

/**
 * Creates the tables of this or an earlier version in an empty database, without functions and triggers, for restoring the rows of
 * a backup. `migrate` does the rest afterwards.
 */
export async function makeTablesOf(
  owner: pg.Client,
  wanted: readonly { name: string; hash: string }[],
  sources = SOURCES,
): Promise<void> {
  const known = new Map((await readMigrations(sources.migrations)).map((one) => [one.name, one]))
  const files = wanted.map(({ name, hash }) => {
    const ours = known.get(name)
    if (ours?.hash === hash) return ours
    throw new Error(
      `It was made by another version than this one, which does not know its migration ${name}; use that or a newer one.`,
    )
  })
  await refuseOld(owner)
  await ensureAppRole(owner)
  await owner.query('begin')
  await prepareMigrations(owner)
  await applyFunctions(owner, await readFunctions(sources.functions), 'first')
  for (const migration of files) await apply(owner, migration)
  await owner.query('commit')
}

/** Throws if a restore is incomplete: a server must not work on part of a backup. */
async function refuseHalfRestored(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ half: boolean }>('select to_regclass($1) is not null as half', [
    `public.${RESTORING}`,
  ])
  if (rows[0]?.half)
    throw new Error(
      'The restore of a backup into this database was broken off: run npm run restore again, which begins anew.',
    )
}

async function prepareMigrations(owner: pg.Client): Promise<void> {
  await owner.query(`create table if not exists schema_migration (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  await owner.query('revoke all on schema_migration from public, pitlane_app')
}

/** Throws for an old server version, on which a migration would fail midway with an unclear error. */
export function requireVersion({ number, name }: { number: number; name: string }): void {
  if (number < OLDEST * 10_000) throw new Error(`PostgreSQL ${name} is too old: Pitlane needs ${OLDEST} or newer.`)
}

async function refuseOld(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  )
  for (const version of rows) requireVersion(version)
}

/**
 * Changes tables and functions in one transaction: a failure leaves the database as it was. An attempt that waits too long for a table,
 * or in a deadlock, is given up and repeated, so that older copies of the server sell meanwhile. Returns whether migrations were applied.
 */
async function changeTables(owner: pg.Client, log: (line: string) => void, sources: typeof SOURCES): Promise<boolean> {
  const migrations = await readMigrations(sources.migrations)
  const functions = await readFunctions(sources.functions)
  const begun = performance.now()
  for (;;) {
    try {
      return await changeAtOnce(owner, log, { migrations, functions })
    } catch (error) {
      if (!isLocked(error) || performance.now() - begun > PATIENCE_MS) throw error
      await owner.query('rollback')
      log('database: a table to be changed is in use, trying again')
      await delay(PAUSE_MS)
    }
  }
}

/** Of the statement itself, or of the migration or function that contains it. */
const isLocked = (error: unknown): boolean =>
  [error, (error as Error).cause].some((one) => LOCKED.includes((one as pg.DatabaseError | undefined)?.code ?? ''))

async function changeAtOnce(
  owner: pg.Client,
  log: (line: string) => void,
  { migrations, functions }: { migrations: SqlFile[]; functions: SqlFile[] },
): Promise<boolean> {
  await owner.query(`begin; set local lock_timeout = '${LOCK_PATIENCE}'`)
  await prepareMigrations(owner)
  const wanted = await notApplied(owner, migrations)
  await applyFunctions(owner, functions, 'first')
  for (const migration of wanted) await apply(owner, migration)
  const renewed = await applyFunctions(owner, functions, 'rest')
  await owner.query('commit')
  for (const { name } of wanted) log(`database: applied ${name}`)
  if (renewed.length > 0) log(`database: renewed ${renewed.length} functions`)
  return wanted.length > 0
}

async function readMigrations(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort()
  const twin = names.find((name, index) => name.slice(0, 4) === names[index - 1]?.slice(0, 4))
  if (twin) throw new Error(`The migration ${twin} has the number of another one; give it a higher number.`)
  return Promise.all(names.map((name) => readSqlFile(folder, name)))
}

/** The migrations still to be applied. Throws if the applied ones do not match our files. */
async function notApplied(owner: pg.Client, migrations: SqlFile[]): Promise<SqlFile[]> {
  const { rows } = await owner.query<{ name: string; hash: string }>('select name, hash from schema_migration')
  const hashes = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of rows) {
    const ours = hashes.get(name)
    if (ours === undefined) throw new Error(`The database has the migration ${name}, which this version does not know.`)
    if (ours !== hash)
      throw new Error(`The migration ${name} was edited after it had been applied; add a new one instead.`)
  }
  const applied = new Set(rows.map(({ name }) => name))
  const wanted = migrations.filter(({ name }) => !applied.has(name))
  const highest = [...applied].sort().at(-1)
  const late = wanted.find(({ name }) => highest !== undefined && name.slice(0, 4) <= highest.slice(0, 4))
  if (late)
    throw new Error(`The migration ${late.name} comes before ${highest}, which is applied; give it a higher number.`)
  return wanted
}

async function apply(owner: pg.Client, { name, statements, hash }: SqlFile): Promise<void> {
  try {
    // Row-level security applies to an owner who is no superuser: without a scope a migration would silently change no row.
    await owner.query(`select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true)`)
    await owner.query(statements)
    await owner.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash])
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
