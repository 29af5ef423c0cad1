import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import { readSqlFile, type SqlFile } from './sql-files.ts'

/** The folder of functions that migrations call. They are applied before the migrations, so they use no tables. */
const FIRST = 'first/'

/** "Cannot change return type of existing function", also raised for a changed parameter name. */
const OTHER_SIGNATURE = '42P13'

/**
 * Applies the functions and procedures whose text has changed, and returns their names. Each `functions/<slice>/<name>.sql` holds
 * the current text of the function `name` (with hyphens for underscores) and of the triggers that call it.
 *
 * It runs in the caller's transaction. Functions may call each other in any order: their bodies are checked only when all of them
 * exist. A function whose signature changed replaces the old one. A function without a file is dropped, and so is a trigger that no file
 * names: one that was renamed would fire twice.
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
    await dropTriggersWithoutText(owner, files)
    for (const name of applied.keys())
      if (!files.some((file) => functionOf(file.name) === name)) await forget(owner, name)
  }
  return changed.map(({ name }) => functionOf(name))
}

const isFirst = (name: string): boolean => name.startsWith(FIRST)

/** Converts a path to a function name: `sessions/charge-play.sql` to `charge_play`. */
const functionOf = (name: string): string => name.replace(/^.*\/|\.sql$/g, '').replaceAll('-', '_')

/** The texts of all functions, from the folders of the slices. */
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
    // A function with other parameters is a new overload to PostgreSQL, so the old one would remain.
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

async function dropTriggersWithoutText(owner: pg.Client, files: readonly SqlFile[]): Promise<void> {
  const named = new Set(files.flatMap(({ statements }) => statements.match(/\w+/g) ?? []))
  const { rows } = await owner.query<{ name: string; holder: string }>(
    `select t.tgname as name, t.tgrelid::regclass::text as holder from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  const dropped = rows.filter(({ name }) => !named.has(name))
  for (const { name, holder } of dropped) await owner.query(`drop trigger ${owner.escapeIdentifier(name)} on ${holder}`)
}

async function forget(owner: pg.Client, name: string): Promise<void> {
  await drop(owner, await signaturesOf(owner, name))
  await owner.query('delete from schema_function where name = $1', [name])
}

/** All overloads of a name, each as `name(types)`. */
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
