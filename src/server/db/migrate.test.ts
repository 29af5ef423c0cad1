import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { prepareDatabase } from '#server/prepare.ts'
import { until } from '#tests/support/until.ts'
import { migrate, requireVersion } from './migrate.ts'
import { appLogin, withClient } from './roles.ts'

const made: string[] = []
const server = () => inject('postgresUrl')

async function emptyDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server(), (client) => client.query(`create database ${name}`))
  made.push(name)
  return Object.assign(new URL(server()), { pathname: `/${name}` }).href
}

afterEach(async () => {
  for (const name of made.splice(0)) {
    await withClient(server(), (client) => client.query(`drop database ${name} with (force)`))
  }
})

const quiet = () => undefined
const folders: string[] = []

/** A version of the schema: migrations by name, functions by path. */
async function sources(migrations: Record<string, string>, functions: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-sources-'))
  folders.push(folder)
  const given = { migrations, functions }
  for (const [kind, files] of Object.entries(given)) {
    await mkdir(join(folder, kind))
    for (const [name, statements] of Object.entries(files)) {
      await mkdir(dirname(join(folder, kind, name)), { recursive: true })
      await writeFile(join(folder, kind, name), statements)
    }
  }
  const at = (kind: string) => pathToFileURL(join(folder, kind, '/'))
  return { migrations: at('migrations'), functions: at('functions') }
}

const functionOf = (name: string, result: number) =>
  `create or replace function ${name}() returns integer language sql as $$ select ${result} $$;`

/** Migrates tables and functions only. */
const migrateFrom = (url: string, files: Awaited<ReturnType<typeof sources>>) =>
  migrate(url, quiet, () => Promise.resolve(), { sources: files })

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const ask = (url: string, statement: string) => withClient(url, async (client) => (await client.query(statement)).rows)

const applied = (url: string) =>
  withClient(url, async (client) => (await client.query('select name, applied_at from schema_migration')).rows)

describe('migrating', () => {
  it('runs once when several copies of the server start together', async () => {
    const url = await emptyDatabase()
    const lines: string[] = []
    await Promise.all([1, 2, 3].map(() => prepareDatabase(url, (line) => lines.push(line))))
    const first = await applied(url)
    // One line for each migration, and one for all functions.
    expect(lines).toHaveLength(first.length + 1)
    await prepareDatabase(url)
    expect(await applied(url)).toEqual(first)
  })

  it('refuses a file that was edited after it was applied, and a database of a newer version', async () => {
    const url = await emptyDatabase()
    await prepareDatabase(url)
    await withClient(url, (client) => client.query(`update schema_migration set hash = 'x' where name like '0001%'`))
    await expect(prepareDatabase(url)).rejects.toThrow('The migration 0001-core.sql was edited')
    await withClient(url, (client) =>
      client.query(`update schema_migration set name = '9999-later.sql' where hash = 'x'`),
    )
    await expect(prepareDatabase(url)).rejects.toThrow('9999-later.sql, which this version does not know')
  })

  it('leaves a database of a newer release as it is, if that release lets this one work on it', async () => {
    const url = await emptyDatabase()
    const one = '0001-first.sql'
    const first = 'create table ride (id int primary key);'
    const older = await sources({ [one]: first }, { 'rides/price.sql': functionOf('price', 1) })
    const newer = await sources(
      { [one]: first, '0002-second.sql': 'alter table ride add color text;' },
      { 'rides/price.sql': functionOf('price', 2), 'rides/tax.sql': functionOf('tax', 3) },
    )
    const at = (release: string, from: typeof older, oldestWorking?: string) =>
      migrate(url, quiet, () => Promise.resolve(), { sources: from, release, oldestWorking })
    await at('0.9.0', older)
    await at('0.10.0', newer, '0.9.0')
    // A copy of the older release that starts again meanwhile, or after a rollback, does not bring its functions back.
    await at('0.9.0', older)
    expect(await ask(url, 'select price() as price, tax() as tax')).toEqual([{ price: 2, tax: 3 }])
    expect(await applied(url)).toHaveLength(2)
    await expect(at('0.8.9', older)).rejects.toThrow(
      'The database is of release 0.10.0, which only servers from 0.9.0 on work with; this is 0.8.9.',
    )
    await at('0.10.1', newer, '0.10.0')
    await expect(at('0.9.0', older)).rejects.toThrow('only servers from 0.10.0 on')
  })

  it('refuses two files with the same number', async () => {
    const files = await sources({ '0001-one.sql': 'create table one ()', '0001-two.sql': 'create table two ()' })
    await expect(migrateFrom(await emptyDatabase(), files)).rejects.toThrow(
      'The migration 0001-two.sql has the number of another one; give it a higher number.',
    )
  })

  it('refuses a new file with a lower number than an applied one', async () => {
    const url = await emptyDatabase()
    const files = await sources({ '0001-one.sql': 'create table one ()', '0003-three.sql': 'create table three ()' })
    await migrateFrom(url, files)
    await writeFile(new URL('0002-two.sql', files.migrations), 'create table two ()')
    await expect(migrateFrom(url, files)).rejects.toThrow(
      'The migration 0002-two.sql comes before 0003-three.sql, which is applied; give it a higher number.',
    )
  })

  it('refuses a PostgreSQL older than 15 with one line', () => {
    expect(() => requireVersion({ number: 150_000, name: '15.0' })).not.toThrow()
    expect(() => requireVersion({ number: 140_012, name: '14.12 (Debian 14.12-1)' })).toThrow(
      'PostgreSQL 14.12 (Debian 14.12-1) is too old: Pitlane needs 15 or newer.',
    )
  })

  it('rolls back a version that fails', async () => {
    const url = await emptyDatabase()
    const files = await sources({ '0001-one.sql': 'create table one ()', '0002-two.sql': 'create tabel two ()' })
    await expect(migrateFrom(url, files)).rejects.toThrow('The migration 0002-two.sql failed: syntax error')
    expect(await ask(url, `select to_regclass('one') as one, to_regclass('schema_migration') as applied`)).toEqual([
      { one: null, applied: null },
    ])
  })

  it('lets others use a table that it waits for, and changes it when it is free', async () => {
    const url = await emptyDatabase()
    const files = await sources({ '0001-member.sql': 'create table member ()' })
    await migrateFrom(url, files)
    const { poolUrl } = await appLogin(url)
    await writeFile(new URL('0002-name.sql', files.migrations), 'alter table member add column name text')
    const lines: string[] = []
    await withClient(url, async (reader) => {
      await reader.query('begin; select from member')
      const migrating = migrate(
        url,
        (line) => lines.push(line),
        () => Promise.resolve(),
        { sources: files },
      )
      await until(async () => {
        const waiting = `select from pg_locks where not granted and relation = 'member'::regclass`
        expect(await ask(url, waiting)).toHaveLength(1)
      })
      expect(await ask(poolUrl, 'select count(*)::int as members from member')).toEqual([{ members: 0 }])
      await until(() => expect(lines).toContain('database: a table to be changed is in use, trying again'))
      await reader.query('commit')
      await migrating
    })
    expect(lines.at(-1)).toBe('database: applied 0002-name.sql')
    expect(await ask(poolUrl, 'select name from member')).toEqual([])
  })

  it('is repeated after a deadlock with a sale', async () => {
    const url = await emptyDatabase()
    await ask(url, 'create sequence attempt')
    // A sequence is not rolled back.
    const once = `do $$ begin if nextval('attempt') = 1 then raise exception using errcode = '40P01'; end if; end $$;`
    await migrateFrom(url, await sources({ '0001-member.sql': `create table member (); ${once}` }))
    expect(
      await ask(url, `select last_value::int as attempts, to_regclass('member') is not null as done from attempt`),
    ).toEqual([{ attempts: 2, done: true }])
  })

  it('keeps what an administrator changed in a role', async () => {
    const url = await emptyDatabase()
    await prepareDatabase(url)
    const rights = async () =>
      withClient(url, async (client) => {
        const { rows } = await client.query(`select permission_id from role_permission where role_id = 'partner'`)
        return rows.map(({ permission_id }) => permission_id)
      })
    expect(await rights()).toContain('playbeforepay:list')
    await withClient(url, (client) =>
      client.query(`delete from role_permission where permission_id = 'playbeforepay:list'`),
    )
    await prepareDatabase(url)
    expect(await rights()).not.toContain('playbeforepay:list')
  })
})

describe('functions', () => {
  const answer = (url: string) => ask(url, 'select outer_one() as answer').then(([row]) => row?.answer)
  const inner = (body: string, more = '') =>
    `create or replace function inner_one(${more}) returns text language sql as $$ select '${body}' $$;`
  const outer = 'create or replace function outer_one() returns text language sql as $$ select inner_one() $$;'

  it('call each other in any order, and are updated when their text changes', async () => {
    const url = await emptyDatabase()
    const files = await sources({}, { 'b/inner-one.sql': inner('one'), 'a/outer-one.sql': outer })
    await migrateFrom(url, files)
    expect(await answer(url)).toBe('one')
    await writeFile(new URL('b/inner-one.sql', files.functions), inner('two'))
    await migrateFrom(url, files)
    expect(await answer(url)).toBe('two')
  })

  it('replace the old one when their signature changes, and are dropped with their file', async () => {
    const url = await emptyDatabase()
    const files = await sources({}, { 'a/inner-one.sql': inner('one') })
    await migrateFrom(url, files)
    await writeFile(new URL('a/inner-one.sql', files.functions), inner('two', 'given text'))
    await migrateFrom(url, files)
    const known = () => ask(url, `select oid::regprocedure::text as one from pg_proc where proname = 'inner_one'`)
    expect(await known()).toEqual([{ one: 'inner_one(text)' }])
    const number = inner('three', 'given text')
      .replace("select 'three'", 'select 3')
      .replace('returns text', 'returns int')
    await writeFile(new URL('a/inner-one.sql', files.functions), number)
    await migrateFrom(url, files)
    expect(await ask(url, `select inner_one('') as answer`)).toEqual([{ answer: 3 }])
    await rm(new URL('a/inner-one.sql', files.functions))
    await migrateFrom(url, files)
    expect(await known()).toEqual([])
  })

  it('drop the triggers that their text no longer names', async () => {
    const trigger = (name: string) => `create or replace function count_row() returns trigger language plpgsql as $$
      begin insert into counted values (1); return null; end $$;
      create or replace trigger ${name} after insert on row_to_count for each row execute function count_row();`
    const url = await emptyDatabase()
    const files = await sources(
      { '0001-tables.sql': 'create table row_to_count (n integer); create table counted (n integer);' },
      { 'a/count-row.sql': trigger('counts_before') },
    )
    await migrateFrom(url, files)
    await writeFile(new URL('a/count-row.sql', files.functions), trigger('counts_now'))
    await migrateFrom(url, files)
    await ask(url, 'insert into row_to_count values (1)')
    expect(await ask(url, 'select count(*)::integer as counted from counted')).toEqual([{ counted: 1 }])
  })

  it('are refused with the name of their file if their text is invalid', async () => {
    const url = await emptyDatabase()
    const files = await sources({}, { 'a/outer-one.sql': outer })
    await expect(migrateFrom(url, files)).rejects.toThrow('The function in a/outer-one.sql failed: function inner_one')
  })
})

it('lets the server find expired captchas by an index', async () => {
  const url = await emptyDatabase()
  await prepareDatabase(url)
  const { rows } = await withClient(url, async (client) => {
    await client.query('set enable_seqscan = off')
    return client.query('explain delete from login_captcha where expires_at < now()')
  })
  expect(rows.map((row) => row['QUERY PLAN']).join()).toMatch(/Index Cond: \(expires_at </)
})

describe('the login of the server', () => {
  it('is the same for every copy, and cannot be the owner of the database', async () => {
    const url = await emptyDatabase()
    await prepareDatabase(url)
    const [one, ...others] = await Promise.all([1, 2, 3, 4, 5, 6].map(() => appLogin(url)))
    for (const other of others) expect(other).toEqual(one)
    expect(new URL(one?.poolUrl ?? '').username).toBe('pitlane_app')
    await expect(appLogin(url, { appUrl: url })).rejects.toThrow('may bypass row-level security')
  })

  it('is requested in the settings if it cannot be created', async () => {
    const url = Object.assign(new URL(await emptyDatabase()), { password: '' }).href
    await expect(appLogin(url)).rejects.toThrow('set DATABASE_APP_URL too')
  })
})
