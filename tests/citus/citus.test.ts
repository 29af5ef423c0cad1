import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { citusPlan, type PlannedTable } from '#server/db/citus-plan.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { type CitusCluster, citusBinaries, startCitusCluster } from './citus-cluster.ts'

// What decision 0079 rests on. A version of Citus or of PostgreSQL in which one of these fails is a reason to read it again.

const binaries = citusBinaries()
const MINUTES_MS = 60_000

/** What Citus did with the tables and keys of Pitlane: by name, the error or null. */
interface Outcome {
  uniqueKeys: Map<string, string | null>
  tables: Map<string, string | null>
  foreignKeys: Map<string, string | null>
}

let cluster: CitusCluster
let appUrl: string
let plan: PlannedTable[]
let outcome: Outcome

const refusalOf = (owner: pg.Client, statement: string): Promise<string | null> =>
  owner.query(statement).then(
    () => null,
    (error: Error) => error.message,
  )

/** Distributes as the plan says, without the keys that it names, and then tries each foreign key. */
async function distribute(owner: pg.Client): Promise<Outcome> {
  const { rows: keys } = await owner.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`)
  for (const { name, triggers } of plan)
    for (const trigger of triggers) await owner.query(`drop trigger ${trigger} on ${name}`)
  const tables = new Map<string, string | null>()
  const uniqueKeys = new Map<string, string | null>()
  for (const { name, kind, refused } of plan) {
    if (kind !== 'distributed') continue
    const unique = refused.filter((key) => !keys.some((foreign) => foreign.name === key.name))
    if (unique.length > 0) {
      const error = await refusalOf(owner, `select create_distributed_table('${name}', 'org_code')`)
      for (const key of unique) uniqueKeys.set(key.name, error)
    }
    for (const key of unique) {
      await owner.query(`alter table ${name} drop constraint if exists ${key.name}`)
      await owner.query(`drop index if exists ${key.name}`)
    }
    tables.set(name, await refusalOf(owner, `select create_distributed_table('${name}', 'org_code')`))
  }
  for (const { name, kind } of plan)
    if (kind === 'reference') tables.set(name, await refusalOf(owner, `select create_reference_table('${name}')`))
  const foreignKeys = new Map<string, string | null>()
  for (const { table, name, definition } of keys)
    foreignKeys.set(name, await refusalOf(owner, `alter table ${table} add constraint ${name} ${definition}`))
  return { uniqueKeys, tables, foreignKeys }
}

const refusedOnly = (outcomes: Map<string, string | null>): string[] =>
  [...outcomes].flatMap(([name, error]) => (error === null ? [] : name)).sort()

/** Runs work in a transaction of the server's role, in the scope of a store, and rolls it back. */
const asStore = <T>(set: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(appUrl, async (client) => {
    await client.query('begin')
    await client.query(set)
    return work(client)
  })

const byStatement = (store: string): string =>
  `set local pitlane.scope = '${store}'; set local pitlane.scope_end = '${store}~'`
const byFunction = (store: string): string =>
  `select set_config('pitlane.scope', '${store}', true), set_config('pitlane.scope_end', '${store}~', true)`

const count = async (client: pg.Client, text: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(text)
  return rows[0]?.count ?? -1
}

describe.skipIf(!binaries)('Pitlane on Citus', () => {
  beforeAll(async () => {
    cluster = await startCitusCluster(binaries ?? '')
    await prepareDatabase(cluster.ownerUrl)
    appUrl = (await appLogin(cluster.ownerUrl)).poolUrl
    plan = await withClient(cluster.ownerUrl, citusPlan)
    await cluster.join()
    outcome = await withClient(cluster.ownerUrl, async (owner) => {
      const done = await distribute(owner)
      for (const store of ['A01A01', 'A01A02'])
        await owner.query(
          `insert into gift_type (id, org_code, name, created_by) values (gen_random_uuid(), $1, $1, '')`,
          [store],
        )
      return done
    })
  }, 20 * MINUTES_MS)
  afterAll(() => cluster?.stop())

  it('distributes every table of stores by its store, once the keys of the plan are gone', () => {
    expect(refusedOnly(outcome.tables)).toEqual([])
    expect(outcome.tables.size).toBeGreaterThan(150)
  })

  it('refuses exactly the keys that the plan names', () => {
    const named = plan.flatMap(({ refused }) => refused.map(({ name }) => name)).sort()
    expect([...refusedOnly(outcome.uniqueKeys), ...refusedOnly(outcome.foreignKeys)].sort()).toEqual(named)
    for (const error of outcome.uniqueKeys.values()) expect(error).toMatch(/cannot create constraint/)
  })

  it('hides rows of other stores on the workers, if the scope is set by a statement', async () => {
    await asStore(byStatement('A01A01'), async (client) => {
      expect(await count(client, 'select count(*)::int from gift_type')).toBe(1)
      expect(await count(client, `select count(*)::int from gift_type where org_code = 'A01A02'`)).toBe(0)
      const foreign = client.query(
        `insert into gift_type (id, org_code, name, created_by) values (gen_random_uuid(), 'A01A02', 'x', '')`,
      )
      await expect(foreign).rejects.toThrow(/row-level security/)
    })
  })

  it('hides every row if the scope is set by a function, as each function of Pitlane does', async () => {
    await asStore(byFunction('A01A01'), async (client) => {
      expect(await count(client, 'select count(*)::int from gift_type')).toBe(0)
    })
  })

  it('refuses a store’s rows from a query under row-level security, as all sales are stored', async () => {
    const stored = asStore(byStatement('A01A01'), (client) =>
      client.query(`insert into gift_type (id, org_code, name, created_by)
        select gen_random_uuid(), 'A01A01', n::text, '' from generate_series(1, 2) n`),
    )
    await expect(stored).rejects.toThrow(/COPY FROM not supported with row-level security/)
  })

  it('does not know the row type of a table on a shard', async () => {
    const called = asStore(byStatement('A01A01'), (client) =>
      client.query(`select 1 from consume_rule r where r.org_code = 'A01A01' and starts_rides(r)`),
    )
    await expect(called).rejects.toThrow(/starts_rides\(consume_rule_\d+\) does not exist/)
  })

  it('locks no rows by their ids alone', async () => {
    const locked = asStore(byStatement('A01A01'), (client) =>
      client.query(`select id from vehicle where id = any ('{}'::uuid[]) order by id for update`),
    )
    await expect(locked).rejects.toThrow(/FOR UPDATE/)
  })

  it('plans no function in the language SQL that reads tables and takes arguments', async () => {
    const called = withClient(cluster.ownerUrl, (owner) =>
      owner.query({
        name: 'granted',
        text: 'select * from granted_permissions($1, $2)',
        values: ['01900000-0000-7000-8000-000000000001', 'A01A01'],
      }),
    )
    await expect(called).rejects.toThrow(/parameterized queries for SQL functions/)
  })
})
