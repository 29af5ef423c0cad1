import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { TableDictionary } from '#server/core/manifest.ts'
import type { CallContext, Registry } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import { AppError } from '#shared/core/errors.ts'
import type { DictItem } from '#shared/features/access/access.schema.ts'
import type { TreeOption } from '#shared/features/system/categories.contract.ts'

type Tables = Registry['tableDictionaries']

const MAX_ITEMS = 1000

/** The search: a part of the text, or exact values. */
interface Wanted {
  keyword?: string
  keys?: readonly string[]
  limit?: number
}

/** Whether a dictionary's code names a table (`sys_user,realname,username`). */
export const isTableCode = (code: string): boolean => code.includes(',')

const named = (columns: Record<string, string> | undefined, name: string): string | undefined =>
  columns && Object.hasOwn(columns, name) ? columns[name] : undefined

/** The rows of a table that the caller may see, as a dictionary. A filter in SQL is refused. */
export const tableItems = (
  tables: Tables,
  ctx: Pick<CallContext, 'tx'>,
  code: string,
  wanted: Wanted = {},
): Promise<DictItem[]> => {
  const [table = '', text = '', value = '', ...more] = code.split(',').map((part) => part.trim())
  const known = tables.get(table)
  const [shown, stored] = [named(known?.texts, text), named(known?.codes, value)]
  if (!known || !shown || !stored || more.some((part) => part !== '')) {
    throw new AppError('dictionaries.unknownTable')
  }
  return ctx.tx((trx) => readItems(trx, { table: known.table, text: shown, value: stored, where: known.where }, wanted))
}

async function readItems(
  trx: Transaction,
  { table, text, value, where }: { table: string; text: string; value: string; where?: RawBuilder<unknown> },
  { keyword = '', keys, limit = MAX_ITEMS }: Wanted,
): Promise<DictItem[]> {
  const shown = sql.ref(`t.${text}`)
  const stored = sql`${sql.ref(`t.${value}`)}::text`
  const conditions = [where ?? sql`true`]
  if (keyword !== '') conditions.push(sql`${shown} ilike ${`%${escapeLike(keyword)}%`}`)
  if (keys) conditions.push(sql`${stored} = any(${keys}::text[])`)
  const { rows } = await sql<{ value: string; text: string }>`
    select distinct ${stored} as value, ${shown} as text from ${sql.table(table)} t
    where ${sql.join(conditions, sql` and `)} order by text, value limit ${limit}`.execute(trx)
  return rows.map((row) => ({ ...row, title: row.text }))
}

interface TreeLevel {
  tableName: string
  text: string
  code: string
  pid: string
  pidField?: string
  condition?: string
}

const Condition = z.record(z.string(), z.string().max(200))

function conditionOf(known: TableDictionary, given: string | undefined): RawBuilder<unknown>[] {
  if (given === undefined || given.trim() === '') return []
  const names = new Map(Object.entries({ ...known.texts, ...known.codes }))
  let parsed: unknown
  try {
    parsed = JSON.parse(given)
  } catch {
    parsed = undefined
  }
  const condition = Condition.safeParse(parsed)
  // Ignoring a filter would show more rows than requested.
  if (!condition.success || Object.keys(condition.data).some((name) => !names.has(name))) {
    throw new AppError('dictionaries.unknownTable')
  }
  return Object.entries(condition.data).map(([name, value]) => sql`${sql.ref(`t.${names.get(name)}`)}::text = ${value}`)
}

/** One level of a tree table, as far as the caller may see it; rows whose parent is out of scope are on the top level. */
export const treeLevel = (tables: Tables, ctx: Pick<CallContext, 'tx'>, level: TreeLevel): Promise<TreeOption[]> => {
  const { tableName, text, code, pid, pidField, condition } = level
  const known = tables.get(tableName)
  const [shown, stored, above] = [named(known?.texts, text), named(known?.codes, code), known?.above]
  if (!known || !above || !shown || !stored || (pidField ?? above.field) !== above.field) {
    throw new AppError('dictionaries.unknownTable')
  }
  const { where } = known
  const [table, up, value] = [sql.table(known.table), sql.ref(`t.${above.column}`), sql.ref(`t.${stored}`)]
  const wanted = ['', '0'].includes(pid)
    ? sql`not exists (select from ${table} p where p.id = ${up})`
    : sql`${up} = (select p.id from ${table} p where ${sql.ref(`p.${stored}`)}::text = ${pid})`
  const conditions = [wanted, where ?? sql`true`, ...conditionOf(known, condition)]
  return ctx.tx(async (trx) => {
    const { rows } = await sql<{ key: string; title: string; hasChild: boolean }>`
      select ${value}::text as key, ${sql.ref(`t.${shown}`)} as title,
        exists (select from ${table} c where ${sql.ref(`c.${above.column}`)} = t.id) as has_child
      from ${table} t where ${sql.join(conditions, sql` and `)} order by title, key limit ${MAX_ITEMS}`.execute(trx)
    return rows.map(({ key, title, hasChild }) => ({
      key,
      value: key,
      code: key,
      title,
      parentId: pid,
      leaf: !hasChild,
      icon: null,
      children: null,
    }))
  })
}
