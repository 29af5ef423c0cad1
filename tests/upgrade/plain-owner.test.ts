import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, inject, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { ensureAppRole, withClient } from '#server/db/roles.ts'
import { prepareDatabase } from '#server/prepare.ts'

const postgres = inject('postgresUrl')
const tag = randomUUID().replaceAll('-', '')
const plain = `plain_${tag}`
const databases = [`by_plain_${tag}`, `by_super_${tag}`] as const
const at = (database: string, username?: string): string =>
  Object.assign(new URL(postgres), { pathname: `/${database}`, ...(username && { username, password: username }) }).href
const administrator = (statement: string) => withClient(postgres, (client) => client.query(statement))

afterAll(async () => {
  for (const database of databases) await administrator(`drop database ${database} with (force)`)
  await administrator(`drop owned by ${plain}`)
  await administrator(`drop role ${plain}`)
})

/** The rows of every table without values that differ between upgrades: times, generated ids and the order of rows. */
const rowsOf = (database: string): Promise<Record<string, string>> =>
  withClient(at(database), async (client) => {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(format('%I', column_name), ', ' order by column_name) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type not like 'timestamp%' and column_name not in ('id', 'seq')
       group by 1 order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, e'\\n' order by line)), '') as hash
         from (select row(${columns})::text as line from public.${name}) lines`,
      )
      hashes[name] = rows[0]?.hash ?? ''
    }
    return hashes
  })

const sources = new URL('../../src/server/db/', import.meta.url)

// Row-level security applies to an owner that is no superuser.
it('an owner that is no superuser upgrades every row that a superuser would', async () => {
  const dump = readFileSync(new URL('previous.sql', import.meta.url), 'utf8')
  await administrator(`create role ${plain} superuser login password '${plain}'`)
  for (const database of databases) {
    await administrator(`create database ${database} owner ${plain}`)
    await withClient(at(database, plain), async (owner) => {
      await ensureAppRole(owner)
      await owner.query(dump)
    })
  }
  const [byPlain, bySuper] = databases
  await prepareDatabase(at(bySuper, plain))
  await administrator(`alter role ${plain} nosuperuser createrole`)
  await administrator(`grant pitlane_app to ${plain} with admin option`)
  await prepareDatabase(at(byPlain, plain))
  const rows = await rowsOf(byPlain)
  expect(Object.values(rows).filter((hash) => !hash.startsWith('0 ')).length).toBeGreaterThan(30)
  expect(rows).toEqual(await rowsOf(bySuper))

  const folder = mkdtempSync(join(tmpdir(), 'pitlane-migrations-'))
  cpSync(new URL('migrations/', sources), folder, { recursive: true })
  writeFileSync(join(folder, '9999-names.sql'), `update store set name = 'renamed ' || name;`)
  const later = { migrations: pathToFileURL(`${folder}/`), functions: new URL('functions/', sources) }
  await migrate(
    at(byPlain, plain),
    () => undefined,
    async () => undefined,
    { sources: later },
  )
  rmSync(folder, { recursive: true })
  const names = await withClient(at(byPlain), (client) =>
    client.query(
      `select count(*) filter (where name not like 'renamed %')::int as missed, count(*) > 0 as are_some from store`,
    ),
  )
  expect(names.rows).toEqual([{ missed: 0, are_some: true }])
})
