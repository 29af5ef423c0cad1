import { type RawBuilder, sql } from 'kysely'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { type Scope, scopeOf, type Transaction } from './database.ts'

/** Rows up to which a list's total is counted; beyond it the planner's estimate stands in. */
const COUNT_CAP = 100_000

interface StoreList {
  table: string
  /** Conditions on the table's own columns; the index that serves the list begins with `org_code`. */
  where: RawBuilder<unknown>[]
  /** A column of the table in snake_case, from code and never from a request. */
  column: string
  order: 'asc' | 'desc'
  pageNo: number
  pageSize: number
  /** Only stores with codes in this range, below what the scope allows anyway. */
  stores?: Scope
  /** What the rows of a page (`row`) are joined with, and the columns that this gives. */
  join?: RawBuilder<unknown>
  columns?: RawBuilder<unknown>
}

/**
 * One page of a table over all stores in scope, each row with the store's name as `storeName`.
 *
 * Each store's keys are read in order from its own part of the index and merged, so that the page costs the same whatever
 * other stores hold; one ordered scan over all of them would walk through the rows that the scope hides. Whole rows are
 * read for the page alone, which keeps deep pages narrow.
 */
export async function pageOfStores<Row>(trx: Transaction, list: StoreList): Promise<Page<Row>> {
  const { pageNo, pageSize } = list
  const table = sql.table(list.table)
  const where = sql.join([sql`t.org_code = s.org_code`, ...list.where], sql` and `)
  const stores = inStores('s', list.stores)
  const last = pageNo * pageSize
  const order = sql.raw(list.order)
  const column = sql.ref(list.column)
  const { rows } = await sql<Row>`
    select row.*, store.name as store_name${list.columns ? sql`, ${list.columns}` : sql``}
    from (
      select t.org_code, t.id, t.sorted
      from store s cross join lateral (
        select t.org_code, t.id, t.${column} as sorted from ${table} t where ${where}
        order by t.${column} ${order}, t.id ${order} limit ${last}) t
      where ${stores}
      order by t.sorted ${order}, t.id ${order} limit ${pageSize} offset ${last - pageSize}
    ) key
    join ${table} row on row.id = key.id and row.org_code = key.org_code
    join store store on store.org_code = key.org_code
    ${list.join ?? sql``}
    order by key.sorted ${order}, key.id ${order}`.execute(trx)
  if (rows.length > 0 && rows.length < pageSize) return toPage(rows, last - pageSize + rows.length, pageNo, pageSize)
  const limit = sql.lit(COUNT_CAP + 1)
  const counted = sql`select 1 from store s
    cross join lateral (select 1 from ${table} t where ${where} limit ${limit}) t where ${stores} limit ${limit}`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total from (${counted}) counted`.execute(trx)
  const total = counts[0]?.total ?? 0
  if (total <= COUNT_CAP) return toPage(rows, total, pageNo, pageSize)
  // `searchCount` false is how the family says that nobody counted.
  return { ...toPage(rows, Math.max(total, await estimateRows(trx, list)), pageNo, pageSize), searchCount: false }
}

const inStores = (alias: 's' | 't', stores: Scope | undefined): RawBuilder<unknown> =>
  stores
    ? sql`${sql.ref(`${alias}.org_code`)} >= ${stores.from} and ${sql.ref(`${alias}.org_code`)} < ${stores.to}`
    : sql`true`

async function estimateRows(trx: Transaction, { table, where, stores }: StoreList): Promise<number> {
  const conditions = sql.join([inStores('t', stores), ...where], sql` and `)
  const { rows } = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`
    explain (format json) select 1 from ${sql.table(table)} t where ${conditions}`.execute(trx)
  return Math.round(Object.values(rows[0] ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0)
}

/** The rows of a statement in portions, all from one moment, over a cursor of the transaction. */
export async function* portionsOf<Row>(trx: Transaction, select: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`declare every_row no scroll cursor for ${select}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch 500 from every_row`.execute(trx)
    if (rows.length > 0) yield rows
    if (rows.length < 500) break
  }
  await sql`close every_row`.execute(trx)
}

/** The stores that a list's store filter asks for: only headquarters and above may choose (spec §2). */
export const storesOf = ({ identity }: { identity: string }, orgCode: string | undefined): Scope | undefined =>
  orgCode && (identity === '0' || identity === '-1') ? scopeOf(orgCode) : undefined

/** A LIKE pattern's wildcards as ordinary characters. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** The first text that sorts after every text beginning with the prefix, byte by byte; for prefix searches by range. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`
