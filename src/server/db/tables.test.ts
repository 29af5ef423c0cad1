import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { withClient } from './roles.ts'

const FOLDER = new URL('./tables/', import.meta.url)
/** Tables that only SQL functions and migrations touch. */
const INTERNAL = /^(schema_|audit_(head|watermark)$|secrets_key$|store_counter$|forgotten_answers$)/

type Columns = Record<string, 'null' | 'not null'>

const snake = (name: string): string => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)

/** The columns of each table according to the types, and whether they are nullable. */
function typed(): Map<string, Columns> {
  const interfaces = new Map<string, Columns>()
  const names = new Map<string, string>()
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))
  for (const file of files) {
    const code = readFileSync(new URL(file, FOLDER), 'utf8').replace(/\/\*\*.*?\*\//gs, '')
    const maybeNull = [...code.matchAll(/^(?:export )?type (\w+) = .*\| null\b/gm)].map(([, name = '']) => name)
    const isNull = new RegExp(`\\b(${['null', ...maybeNull].join('|')})\\b`)
    for (const [, exported, name = '', base, body = ''] of code.matchAll(
      /^(export )?interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms,
    )) {
      const fields = [...body.matchAll(/^ {2}(\w+): (.+)$/gm)].map(
        ([, field = '', type = '']) => [field, type] as const,
      )
      if (exported && name.endsWith('Tables'))
        for (const [table, type] of fields) names.set(snake(table), `${file} ${type}`)
      const own = fields.map(([field, type]) => [snake(field), isNull.test(type) ? 'null' : 'not null'] as const)
      const inherited = base ? (interfaces.get(`${file} ${base}`) ?? interfaces.get(base)) : {}
      const all = Object.assign({ ...inherited }, Object.fromEntries(own))
      interfaces.set(`${file} ${name}`, all)
      if (exported) interfaces.set(name, all)
    }
  }
  return new Map([...names].map(([table, name]) => [table, interfaces.get(name) ?? {}]))
}

it('has types of every table that match the database', async () => {
  const database = await createTestDatabase()
  const { rows } = await withClient(database.ownerUrl, (owner) =>
    owner.query<{ table: string; column: string; nullable: string; isView: boolean }>(
      `select c.table_name as table, c.column_name as column, c.is_nullable as nullable, t.table_type = 'VIEW' as "isView"
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public'`,
    ),
  )
  await database.drop()
  const real: Record<string, Columns> = {}
  // PostgreSQL does not know which columns of a view are never null.
  const views = new Set(rows.flatMap(({ table, isView }) => (isView ? [table] : [])))
  for (const { table, column, nullable } of rows.filter((row) => !row.isView && !INTERNAL.test(row.table))) {
    real[table] ??= {}
    Object.assign(real[table], { [column]: nullable === 'YES' ? 'null' : 'not null' })
  }
  expect(Object.fromEntries([...typed()].filter(([table]) => !views.has(table)))).toEqual(real)
})

it('has primary keys with the store last, and the same pair of timestamp columns in every table', async () => {
  const database = await createTestDatabase()
  const [keys, dates] = await withClient(database.ownerUrl, async (owner) => {
    const found = await owner.query<{ table: string; key: string[] }>(
      `select r.relname as table, array_agg(a.attname::text order by k.place) as key
       from pg_constraint c join pg_class r on r.oid = c.conrelid
         cross join unnest(c.conkey) with ordinality as k (number, place)
         join pg_attribute a on a.attrelid = r.oid and a.attnum = k.number
       where c.contype = 'p' and r.relnamespace = 'public'::regnamespace group by r.oid, r.relname`,
    )
    const dated = await owner.query<{ column: string }>(
      `select table_name || '.' || column_name as column from information_schema.columns
       where table_schema = 'public' and column_name ~ '^(create|update|insert|modif|change)[a-z]*_(time|date|on|at)$'
         and (column_name not in ('created_at', 'updated_at') or data_type <> 'timestamp with time zone')`,
    )
    return [found.rows, dated.rows.map(({ column }) => column)]
  })
  await database.drop()
  expect(keys.length).toBeGreaterThan(40)
  const wrong = keys.filter(({ key }) => {
    const [id, store] = [key.indexOf('id'), key.indexOf('org_code')]
    return id > 0 || (store >= 0 && store !== key.length - 1)
  })
  expect(wrong).toEqual([])
  expect(dates).toEqual([])
})
