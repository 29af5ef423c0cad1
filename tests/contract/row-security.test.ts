import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'

let database: TestDatabase
let tables: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  tables = await withClient(database.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where a.attname = 'org_code' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    return rows.map(({ name }) => name)
  })
})
afterAll(() => database.drop())

/** What a role sees of a table in a scope; without one, what a query without a scope sees. */
async function storesSeen(client: pg.Client, table: string, scope?: string): Promise<string[]> {
  await client.query('begin')
  if (scope !== undefined) {
    await client.query(
      `select set_config('pitlane.scope', $1, true), set_config('pitlane.scope_end', $1 || '~', true)`,
      [scope],
    )
  }
  const { rows } = await client.query<{ store: string }>(`select distinct org_code as store from ${table} order by 1`)
  await client.query('rollback')
  return rows.map(({ store }) => store)
}

describe('every table that belongs to a store', () => {
  it('is covered by this test', () => {
    expect(tables).toEqual(expect.arrayContaining(['store', 'request_key']))
  })

  it('forces row-level security for all commands, with the scope as its only condition', async () => {
    await withClient(database.ownerUrl, async (owner) => {
      for (const table of tables) {
        const { rows } = await owner.query(
          `select c.relrowsecurity as on, c.relforcerowsecurity as forced,
             (select a.attnotnull and l.collname = 'C' from pg_attribute a join pg_collation l on l.oid = a.attcollation
              where a.attrelid = c.oid and a.attname = 'org_code') as "byBytes",
             (select jsonb_agg(jsonb_build_array(p.cmd, p.roles, p.qual = p.with_check, p.qual like '%pitlane.scope_end%'))
              from pg_policies p where p.tablename = c.relname) as policies
           from pg_class c where c.oid = $1::regclass`,
          [table],
        )
        const policies = [['ALL', ['public'], true, true]]
        expect({ table, ...rows[0] }).toEqual({ table, on: true, forced: true, byBytes: true, policies })
      }
    })
  })

  it('shows a store no rows of another, even without a filter in the query', async () => {
    await withClient(database.appUrl, async (client) => {
      for (const table of tables) {
        expect({ table, unset: await storesSeen(client, table) }).toEqual({ table, unset: [] })
        for (const store of ['A01A01', 'A01A02']) {
          const seen = await storesSeen(client, table, store)
          expect({ table, foreign: seen.filter((one) => !one.startsWith(store)) }).toEqual({ table, foreign: [] })
        }
      }
      expect(await storesSeen(client, 'store', 'A01')).toEqual(['A01', 'A01A01', 'A01A02'])
      expect(await storesSeen(client, 'store', 'A01A01')).toEqual(['A01A01'])
      // A scope is a prefix of bytes, not a pattern.
      expect(await storesSeen(client, 'store', 'A%')).toEqual([])
    })
  })

  it('lets a store neither change nor add rows of another', async () => {
    await withClient(database.appUrl, async (client) => {
      for (const table of tables) {
        await client.query('begin')
        await client.query(
          `select set_config('pitlane.scope', 'A01A02', true), set_config('pitlane.scope_end', 'A01A02~', true)`,
        )
        const allowed = await client.query<{ update: boolean; delete: boolean }>(
          `select has_table_privilege($1, 'update') as update, has_table_privilege($1, 'delete') as delete`,
          [table],
        )
        if (allowed.rows[0]?.update) {
          const { rowCount } = await client.query(`update ${table} set org_code = org_code where org_code < 'A01A02'`)
          expect({ table, rowCount }).toEqual({ table, rowCount: 0 })
        }
        if (allowed.rows[0]?.delete) {
          const { rowCount } = await client.query(`delete from ${table} where org_code < 'A01A02'`)
          expect({ table, rowCount }).toEqual({ table, rowCount: 0 })
        }
        await client.query('rollback')
      }
      const foreign = client.query(
        `insert into request_key (key, org_code, user_id, path, body_hash)
         values (gen_random_uuid(), 'A01A01', gen_random_uuid(), '/', '')`,
      )
      await expect(foreign).rejects.toThrow(/row-level security/)
    })
  })
})

describe("the server's own database role", () => {
  it('owns nothing, bypasses nothing and can create nothing', async () => {
    await withClient(database.appUrl, async (client) => {
      const { rows } = await client.query(
        `select rolsuper or rolbypassrls or rolcreatedb or rolcreaterole as power,
           (select count(*)::int from pg_class where relowner = r.oid) as owned
         from pg_roles r where rolname = current_user`,
      )
      expect(rows[0]).toEqual({ power: false, owned: 0 })
      await expect(client.query('create table mine (id int)')).rejects.toThrow(/permission denied/)
      await expect(client.query('select * from schema_migration')).rejects.toThrow(/permission denied/)
      await expect(client.query('alter table request_key disable row level security')).rejects.toThrow(/must be owner/)
      await expect(client.query('set role pitlane_owner')).rejects.toThrow(/permission denied/)
    })
  })
})
