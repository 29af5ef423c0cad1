import pg from 'pg'
import type { NamedCall } from './calls.ts'
import { shapeOf } from './sweep.ts'

interface Column {
  table: string
  name: string
  type: string
}

/** Tables that the server writes by itself: counters, keys, logs of requests. */
const OWN = /^(audit_|deleted_row$|login_|access_token$|request_key$|job_run$|sms_code$)/
/** Timestamps that a change leaves although it changes nothing. */
const stamps = ['updated_by', 'updated_at', 'updated_at', 'seen_at']

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, sign: string) => sign.toUpperCase())

/** Notes each table in which a row is written: a hash of all tables takes half a second, and sweeps ask for hundreds. */
const noteTouched = (tables: readonly string[]): string => `
  create unlogged table touched_table (name text not null);
  create function note_touched() returns trigger language plpgsql security definer as $$
    begin
      insert into touched_table values (tg_table_name);
      return null;
    end $$;
  ${tables
    .map(
      (table) =>
        `create trigger note_touched after insert or update or delete on ${table} for each row execute function note_touched();`,
    )
    .join('\n')}`

/** The whole database as its owner sees it, for tests about every row of it. */
export type World = Awaited<ReturnType<typeof worldOf>>

export async function worldOf(ownerUrl: string) {
  // One connection, whose session caches the catalogue of all tables after its first query; it ends with the database.
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  // Row-level security applies to the owner too.
  await owner.query(`select set_config('pitlane.scope', '', false), set_config('pitlane.scope_end', '~', false)`)
  const ask = async <T extends object>(statement: string): Promise<T[]> => (await owner.query<T>(statement)).rows
  const columns = (
    await ask<Column>(
      `select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
    )
  ).filter(({ table }) => !OWN.test(table))
  const tables = [...new Set(columns.map(({ table }) => table))]
  const tablesWith = (name: string): string[] => columns.filter((one) => one.name === name).map(({ table }) => table)
  await owner.query(noteTouched(tables))
  /** The last hashes by their condition, with the tables that were written since. */
  const known = new Map<string, { marks: Record<string, string>; stale: Set<string> }>()
  const marksOf = async (of: string[], where: string): Promise<Record<string, string>> => {
    for (const { name } of await ask<{ name: string }>('delete from touched_table returning name'))
      for (const { stale } of known.values()) stale.add(name)
    const last = known.get(where) ?? { marks: {}, stale: new Set(of) }
    const again = of.filter((table) => last.stale.has(table))
    const cut = `'{${stamps.join()}}'::text[]`
    const one = (table: string) => `select '${table}' as name,
      coalesce(sum(hashtextextended((to_jsonb(t) - ${cut})::text, 0)), 0)::text as mark from ${table} t where ${where}`
    const rows = again.length > 0 ? await ask<{ name: string; mark: string }>(again.map(one).join(' union all ')) : []
    const marks = { ...last.marks, ...Object.fromEntries(rows.map(({ name, mark }) => [name, mark])) }
    known.set(where, { marks, stale: new Set() })
    return marks
  }
  const idsOf = async (of: string[], where: string): Promise<{ table: string; id: string }[]> => {
    const one = (table: string) =>
      `select '${table}' as table, unnest(array[min(id::text), max(id::text)]) as id from ${table} where ${where}`
    const rows = await ask<{ table: string; id: string | null }>(of.map(one).join(' union '))
    return rows.flatMap(({ table, id }) => (id === null ? [] : { table, id }))
  }
  return {
    ask,
    /** A hash of every table, unchanged as long as only timestamps change. */
    marks: () => marksOf(tables, 'true'),
    /** The same of the rows that belong to a store. */
    marksOfStore: (orgCode: string) => marksOf(tablesWith('org_code'), `org_code = '${orgCode}'`),
    /** Two ids of each table, as different as possible. */
    someIds: () => idsOf(tablesWith('id'), 'true'),
    idsOfStore: (orgCode: string) =>
      idsOf(
        tablesWith('org_code').filter((table) => tablesWith('id').includes(table)),
        `org_code = '${orgCode}'`,
      ),
    /** Removes a user's rows from tables that all stores share; users belong to stores through another table. */
    async forgetShared(mark: string): Promise<void> {
      const owners = ['org_code', 'owner_code', 'store_id', 'user_id'].flatMap(tablesWith)
      const shared = tables.filter((table) => table !== 'user_account' && !owners.includes(table))
      for (const table of shared) await ask(`delete from ${table} t where t::text like '%${mark}%'`)
    },
    /** A value for every column, or those of one table, that a call does not name, sent along to see whether it is stored. */
    extrasFor({ route }: NamedCall, table?: string): Record<string, unknown> {
      const known = { ...shapeOf(route.body), ...shapeOf(route.query) }
      const extras = columns
        .filter((one) => table === undefined || one.table === table)
        .map(({ name, type }) => [camelCase(name), hostileFor(type)] as const)
      return Object.fromEntries(extras.filter(([name]) => !Object.hasOwn(known, name)))
    },
    /** The tables in which a value of `extrasFor` was stored. */
    async keptExtras(): Promise<string[]> {
      const any = [HOSTILE_TEXT, HOSTILE_NUMBER, HOSTILE_DAY, HOSTILE_ID].join('|')
      const one = (table: string) => `select '${table}' as name from ${table} t where t::text ~ '${any}'`
      const rows = await ask<{ name: string }>(tables.map(one).join(' union '))
      return rows.map(({ name }) => name)
    },
  }
}

const HOSTILE_TEXT = 'HOSTILE'
const HOSTILE_NUMBER = 914_242_439
const HOSTILE_DAY = '2001-02-03'
const HOSTILE_ID = '0badc0de-0000-7000-8000-000000000bad'

function hostileFor(type: string): unknown {
  if (type === 'uuid') return HOSTILE_ID
  if (type === 'boolean') return true
  if (type === 'jsonb') return { [HOSTILE_TEXT]: HOSTILE_TEXT }
  if (type === 'ARRAY') return [HOSTILE_TEXT]
  if (/timestamp|date/.test(type)) return `${HOSTILE_DAY} 04:05:06`
  return /int|numeric|double|real/.test(type) ? HOSTILE_NUMBER : HOSTILE_TEXT
}
