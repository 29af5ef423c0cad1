import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { ensureAppRole, withClient } from './roles.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any number, the same in every version: whoever holds it migrates. */
const LOCK = 7_019_283_110

interface Migration {
  name: string
  hash: string
  statements: string
}

/**
 * Brings the database to this version's tables, then does what else belongs to that; copies that start together wait for
 * each other.
 */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void,
  afterwards: (owner: pg.Client) => Promise<void>,
): Promise<void> {
  const migrations = await readMigrations()
  await withClient(ownerUrl, async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    await ensureAppRole(owner)
    await owner.query(`create table if not exists schema_migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    await owner.query('revoke all on schema_migration from public, pitlane_app')
    for (const migration of await notApplied(owner, migrations)) {
      await apply(owner, migration)
      log(`database: applied ${migration.name}`)
    }
    await afterwards(owner)
  })
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      // Git may have turned the line ends; that changes nothing.
      const statements = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n')
      return { name, statements, hash: createHash('sha256').update(statements).digest('hex') }
    }),
  )
}

/** What is still to be applied; refuses a database that other files than ours have made. */
async function notApplied(owner: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await owner.query<{ name: string; hash: string }>('select name, hash from schema_migration')
  const hashes = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of rows) {
    const ours = hashes.get(name)
    if (ours === undefined) throw new Error(`The database has the migration ${name}, which this version does not know.`)
    if (ours !== hash)
      throw new Error(`The migration ${name} was edited after it had been applied; add a new one instead.`)
  }
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}

async function apply(owner: pg.Client, { name, statements, hash }: Migration): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query(statements)
    await owner.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
