import { type RawBuilder, sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import { AppError } from '#shared/core/errors.ts'
import type { DictItem } from '#shared/features/access/access.contract.ts'

interface TableDictionary {
  texts: readonly string[]
  codes: readonly string[]
  /** Besides row-level security, which the table may not have. */
  where?: RawBuilder<unknown>
}

const inScope = (column: string) =>
  sql`${sql.ref(column)} >= current_setting('pitlane.scope', true) and ${sql.ref(column)} < current_setting('pitlane.scope_end', true)`

/** The tables that pickers may read as dictionaries (`table,text,code`), with their columns; nothing else is ever named in SQL. */
const tables: Record<string, TableDictionary> = {
  sys_user: {
    texts: ['realname', 'username'],
    codes: ['username', 'id'],
    // People belong to stores by their departments, which row-level security shows only in scope.
    where: sql`t.deleted_at is null and exists (select from sys_user_depart b join sys_depart s on s.id = b.depart_id
      where b.user_id = t.id)`,
  },
  sys_depart: { texts: ['depart_name'], codes: ['id', 'org_code'] },
  sys_role: {
    texts: ['role_name'],
    codes: ['id', 'role_code'],
    where: sql`(t.owner_code = '' or (${inScope('t.owner_code')}))`,
  },
  sys_position: { texts: ['name'], codes: ['code', 'id'] },
  sys_category: { texts: ['name'], codes: ['id', 'code'] },
}

const MOST = 1000

/** What to look for: a part of the text, or exact values. */
interface Wanted {
  keyword?: string
  keys?: readonly string[]
  limit?: number
}

/** Whether a dictionary's code names a table (`sys_user,realname,username`). */
export const isTableCode = (code: string): boolean => code.includes(',')

/** The rows of a table as a dictionary, as far as the caller may see them. A filter in SQL is refused. */
export const tableItems = (ctx: Pick<CallContext, 'tx'>, code: string, wanted: Wanted = {}): Promise<DictItem[]> => {
  const [table = '', text = '', value = '', ...more] = code.split(',').map((part) => part.trim())
  const known = Object.hasOwn(tables, table) ? tables[table] : undefined
  if (!known?.texts.includes(text) || !known.codes.includes(value) || more.some((part) => part !== '')) {
    throw new AppError('dictionaries.unknownTable')
  }
  return ctx.tx((trx) => readItems(trx, { table, text, value, where: known.where }, wanted))
}

async function readItems(
  trx: Transaction,
  { table, text, value, where }: { table: string; text: string; value: string; where?: RawBuilder<unknown> },
  { keyword = '', keys, limit = MOST }: Wanted,
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
