import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import { readSqlFile, type SqlFile } from './sql-files.ts'

/** What migrations themselves call: applied before them, so it names no table. */
const FIRST = 'first/'

/** "Cannot change return type of existing function", or the name of a parameter. */
const OTHER_SIGNATURE = '42P13'

/**
 * Applies the functions and procedures whose text has changed: each `functions/<slice>/<name>.sql` holds the one current text of the function
 * `name` (with hyphens for underscores) and of the triggers that call it. Answers the names of those it renewed.
 *
 * It runs in the caller's transaction. Functions may call each other in any order: their bodies are checked only when
 * all of them exist. One whose signature changed takes the place of the old; one whose file is gone goes.
 */
export async function applyFunctions(
  owner: pg.Client,
  files: readonly SqlFile[],
  which: 'first' | 'rest',
): Promise<string[]> {
  await owner.query(`create table if not exists schema_function (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  await owner.query('revoke all on schema_function from public, pitlane_app')
  const { rows } = await owner.query<{ name: string; hash: string }>('select name, hash from schema_function')
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  const changed = files.filter(
    ({ name, hash }) => applied.get(functionOf(name)) !== hash && isFirst(name) === (which === 'first'),
  )
  for (const checked of ['off', 'on']) {
    await owner.query(`set local check_function_bodies = ${checked}`)
    for (const file of changed) await renew(owner, file)
  }
  if (which === 'rest') {
    for (const name of applied.keys())
      if (!files.some((file) => functionOf(file.name) === name)) await forget(owner, name)
  }
  return changed.map(({ name }) => functionOf(name))
}

const isFirst = (name: string): boolean => name.startsWith(FIRST)

/** `sessions/charge-play.sql` is the text of `charge_play`. */
const functionOf = (name: string): string => name.replace(/^.*\/|\.sql$/g, '').replaceAll('-', '_')

/** Every function's text, from its folder by slices. */
export async function readFunctions(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  return Promise.all(
    names
      .filter((name) => /^[\w-]+\/[\w-]+\.sql$/.test(name))
      .sort()
      .map((name) => readSqlFile(folder, name)),
  )
}

async function renew(owner: pg.Client, { name, statements, hash }: SqlFile): Promise<void> {
  try {
    const before = await signaturesOf(owner, functionOf(name))
    await owner.query('savepoint renewal')
    try {
      await owner.query(statements)
    } catch (error) {
      if ((error as pg.DatabaseError).code !== OTHER_SIGNATURE) throw error
      await owner.query('rollback to savepoint renewal')
      await drop(owner, before)
      await owner.query(statements)
    }
    await owner.query('release savepoint renewal')
    const after = await signaturesOf(owner, functionOf(name))
    // With other parameters it is another function to PostgreSQL, and the old one would answer old callers for ever.
    if (after.length > 1) await drop(owner, before)
    await owner.query(
      `insert into schema_function (name, hash) values ($1, $2)
       on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
      [functionOf(name), hash],
    )
  } catch (error) {
    throw new Error(`The function in ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

async function forget(owner: pg.Client, name: string): Promise<void> {
  await drop(owner, await signaturesOf(owner, name))
  await owner.query('delete from schema_function where name = $1', [name])
}

/** The functions of a name, each as `name(types)`. */
async function signaturesOf(owner: pg.Client, name: string): Promise<string[]> {
  const { rows } = await owner.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where proname = $1 and pronamespace = 'public'::regnamespace`,
    [name],
  )
  return rows.map(({ signature }) => signature)
}

async function drop(owner: pg.Client, signatures: readonly string[]): Promise<void> {
  for (const signature of signatures) await owner.query(`drop routine ${signature}`)
}
