import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { COUNTED_ROWS, type Page, toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'
import { portionSize } from './counter-priority.ts'
import { PREPARED, type Scope, scopeOf, type Transaction } from './database.ts'

/** Offset from which counting all rows pays off, so that pages of the second half can be read from the other end. */
const DEEP_ROWS = 20_000
const REMEMBERED_MS = 60_000

export interface List {
  table: string
  /** Conditions on the table's own columns; in a list of stores, its index begins with `org_code`. */
  where: RawBuilder<unknown>[]
  /** A column of the table in snake_case, from code and never from a request. */
  column: string
  order: 'asc' | 'desc'
  pageNo: number
  pageSize: number
}

interface StoreList extends List {
  /** Only stores with codes in this range, within the scope. */
  stores?: Scope
  /**
   * Columns for which an index orders the rows of a store; left out: all columns. Any other order reads and sorts all rows that the
   * list finds, and is refused if they are too many.
   */
  served?: readonly string[]
  /** The expression of `column` on the row `t`, if it is no column of the table. */
  expression?: RawBuilder<unknown> | undefined
  /** The column that orders rows of equal value, newest first, if the index does not order them by id. */
  ties?: { of: string; by: string } | undefined
  /** The joins of a page's rows (`row`), and the columns that they add. */
  join?: RawBuilder<unknown>
  columns?: RawBuilder<unknown>
}

type Listed<Row> = Row & { id: unknown; countedRows: number; countedScope: string }

/** The rows of the ordered list that a page holds, and the end from which they are read. */
interface Slice {
  from: number
  size: number
  backwards: boolean
}

/**
 * One page of a table over all stores in scope, each row with the store's `departName`: page and count in one prepared
 * statement.
 *
 * Each store's keys are read in order from its own part of the index and merged, so that the page costs the same whatever
 * other stores hold; one ordered scan over all of them would walk through the rows that the scope hides. Whole rows are
 * read for the page alone, which keeps deep pages narrow.
 */
export async function pageOfStores<Row>(trx: Transaction, list: StoreList): Promise<Page<Row>> {
  const table = sql.table(list.table)
  const where = sql.join([sql`t.org_code = s.org_code`, ...list.where], sql` and `)
  const stores = inStores('s', list.stores)
  const column = sql.ref(list.column)
  // Ascending values with the newest first: an index in this order is read forwards or backwards.
  const ties = list.ties?.of === list.column ? list.ties : null
  const tied = ties ? sql.ref(`t.${ties.by}`) : null
  const ordered = (order: 'asc' | 'desc', { sorted, tie, id }: Record<'sorted' | 'tie' | 'id', RawBuilder<unknown>>) =>
    tied
      ? sql`${sorted} ${sql.raw(order)}, ${tie} ${sql.raw(flipped(order, true))}, ${id} ${sql.raw(flipped(order, true))}`
      : sql`${sorted} ${sql.raw(order)}, ${id} ${sql.raw(order)}`
  const sorted = list.expression ?? sql`t.${column}`
  const ofRow = { sorted, tie: tied ?? sql``, id: sql`t.id` }
  const ofKey = { sorted: sql`t.sorted`, tie: sql`t.tied`, id: sql`t.id` }
  const ofPage = { sorted: sql`key_sorted`, tie: sql`key_tied`, id: sql`id` }
  const each = (limit: RawBuilder<unknown>) => sql`select 1 from store s
    cross join lateral (select 1 from ${table} t where ${where} ${limit}) t where ${stores} ${limit}`
  return pageOf<Row>(trx, list, {
    rows: ({ from, size, backwards }) => {
      const order = flipped(list.order, backwards)
      const read = sql.lit(from + size)
      const tie = (as: RawBuilder<unknown>) => (tied ? sql`, ${as}` : sql``)
      return sql`select row.*, key.store_name${list.columns ? sql`, ${list.columns}` : sql``}, key.sorted as key_sorted${tie(sql`key.tied as key_tied`)}
        from (
          select t.org_code, t.id, t.sorted${tie(sql`t.tied`)}, s.name as store_name
          from store s cross join lateral (
            select t.org_code, t.id, ${sorted} as sorted${tie(sql`${tied} as tied`)} from ${table} t where ${where}
            order by ${ordered(order, ofRow)} limit ${read}) t
          where ${stores}
          order by ${ordered(order, ofKey)} limit ${sql.lit(size)} offset ${sql.lit(from)}
        ) key
        join ${table} row on row.id = key.id and row.org_code = key.org_code
        ${list.join ?? sql``}`
    },
    order: ordered(list.order, ofPage),
    counted: each,
    isServed: !list.served || list.served.includes(list.column),
    whole: sql`from ${table} t where ${sql.join([inStores('t', list.stores), ...list.where], sql` and `)}`,
  })
}

/** Columns that are never null in any table, so that an index serves their order directly. */
const NEVER_NULL = new Set(['id', 'created_at', 'createdAt'])

interface TableList extends List {
  /** Further columns of a page's rows (`t`). */
  columns?: RawBuilder<unknown>
}

/** One page of the rows of a table that the scope shows; nulls sort as the smallest values. */
export function pageOfTable<Row>(trx: Transaction, list: TableList): Promise<Page<Row>> {
  const table = sql.table(list.table)
  const where = sql.join([sql`true`, ...list.where], sql` and `)
  const column = sql.ref(`t.${list.column}`)
  const ordered = (order: 'asc' | 'desc') => {
    if (NEVER_NULL.has(list.column)) return sql.raw(order)
    return sql.raw(order === 'asc' ? 'asc nulls first' : 'desc nulls last')
  }
  return pageOf<Row>(trx, list, {
    rows: ({ from, size, backwards }) => {
      const order = flipped(list.order, backwards)
      return sql`select t.*${list.columns ? sql`, ${list.columns}` : sql``}, ${column} as key_sorted from ${table} t where ${where}
        order by ${column} ${ordered(order)}, t.id ${sql.raw(order)} limit ${sql.lit(size)} offset ${sql.lit(from)}`
    },
    order: sql`key_sorted ${ordered(list.order)}, id ${sql.raw(list.order)}`,
    counted: (limit) => sql`select 1 from ${table} t where ${where} ${limit}`,
    isServed: true,
    whole: sql`from ${table} t where ${where}`,
  })
}

const flipped = (order: 'asc' | 'desc', backwards: boolean): 'asc' | 'desc' =>
  backwards ? (order === 'asc' ? 'desc' : 'asc') : order

interface Statements {
  rows(slice: Slice): RawBuilder<unknown>
  /** The final order of a page's rows, from whichever end they were read. */
  order: RawBuilder<unknown>
  counted(limit: RawBuilder<unknown>): RawBuilder<unknown>
  /** Whether an index orders the rows; if not, all found rows are read. */
  isServed: boolean
  /** The query of all rows that the list finds, for counting and for the planner's estimate. */
  whole: RawBuilder<unknown>
}

/**
 * Cost limit of a substring search: the planner's cost of all rows to read, times the number of patterns. It allows one pattern in
 * some five million rows, or thirty in 150,000. Sorting without an index counts as one pattern. No index serves such a search: LIKE
 * is not leakproof, so under row-level security it is evaluated after the policy. A time range or a store makes it cheaper.
 */
const MAX_COST = 250_000

const isPattern = (value: unknown): boolean => typeof value === 'string' && value.includes('%')

/** Throws before reading if the estimated cost of a search exceeds the time limit of lists. */
async function refuseDear(trx: Transaction, { whole, isServed }: Statements): Promise<void> {
  const { sql: text, parameters } = whole.compile(trx)
  const patterns = / i?like /.test(text) ? parameters.flat().filter(isPattern).length : 0
  const parts = patterns + (text.match(/strpos\(/g)?.length ?? 0) + (isServed ? 0 : 1)
  if (parts === 0) return
  const { cost } = await planOf(trx, whole)
  if (cost * parts > MAX_COST) throw new AppError('lists.tooDear')
}

async function pageOf<Row>(trx: Transaction, list: List, statements: Statements): Promise<Page<Row>> {
  await refuseDear(trx, statements)
  const { pageNo, pageSize } = list
  const before = (pageNo - 1) * pageSize
  const total = before >= DEEP_ROWS ? await exactTotal(trx, statements) : undefined
  if (total !== undefined && before >= total) return toPage([], total, pageNo, pageSize)
  const slice = sliceOf(before, pageSize, total)
  const limit = sql`limit ${sql.lit(COUNTED_ROWS + 1)}`
  const counted =
    total === undefined
      ? sql`select count(*)::int as rows from (${statements.counted(limit)}) every_row`
      : sql`select 0 as rows`
  const { rows } = await sql<Listed<Row>>`${sql.raw(PREPARED)}
    select page.*, counted.rows as counted_rows, ${CACHE_SCOPE} as counted_scope
    from (${counted}) counted left join (${statements.rows(slice)}) page on true
    order by ${statements.order}`.execute(trx)
  const records = rows[0]?.id === null ? [] : rows
  if (total !== undefined) return toPage(records, total, pageNo, pageSize)
  const found = rows[0]?.countedRows ?? 0
  if (found <= COUNTED_ROWS) return toPage(records, found, pageNo, pageSize)
  // An incomplete page is the last one.
  if (records.length > 0 && records.length < pageSize) return toPage(records, before + records.length, pageNo, pageSize)
  const estimate = await estimatedRows(trx, statements, rows[0]?.countedScope ?? '')
  // The total allows for a next page, even if the estimate is too low.
  const shown = records.length === 0 ? Math.min(estimate, before) : Math.max(estimate, found, before + pageSize + 1)
  // In the API family `searchCount` false means that the total was not counted.
  return { ...toPage(records, shown, pageNo, pageSize), searchCount: false }
}

function sliceOf(before: number, pageSize: number, total: number | undefined): Slice {
  if (total === undefined || before < total / 2) return { from: before, size: pageSize, backwards: false }
  const size = Math.min(pageSize, total - before)
  return { from: total - before - size, size, backwards: true }
}

/** Estimates and totals hold for one scope of one database; a process may have several, as in tests. */
const CACHE_SCOPE = sql`current_database() || ' ' || current_setting('pitlane.scope')`

/** Cached estimates and totals of deep pages, by query; computing either takes longer than a page. */
const remembered = new LRUCache<string, number>({ max: 2000, ttl: REMEMBERED_MS })

async function remember(key: string, reckon: () => Promise<number>): Promise<number> {
  const known = remembered.get(key)
  if (known !== undefined) return known
  const value = await reckon()
  remembered.set(key, value)
  return value
}

const keyOf = (what: string, trx: Transaction, statement: RawBuilder<unknown>, scope: string): string => {
  const { sql: text, parameters } = statement.compile(trx)
  return JSON.stringify([what, scope, text, parameters])
}

async function estimatedRows(trx: Transaction, { whole }: Statements, scope: string): Promise<number> {
  return remember(keyOf('estimate', trx, whole, scope), async () => (await planOf(trx, whole)).rows)
}

async function exactTotal(trx: Transaction, { counted }: Statements): Promise<number> {
  const { rows: scopes } = await sql<{ scope: string }>`select ${CACHE_SCOPE} as scope`.execute(trx)
  const every = counted(sql``)
  return remember(keyOf('total', trx, every, scopes[0]?.scope ?? ''), async () => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${every}) every_row`.execute(trx)
    return rows[0]?.total ?? 0
  })
}

/** The planner's cost of reading all rows of a query, which begins with `from`. */
export const costOf = async (trx: Transaction, whole: RawBuilder<unknown>): Promise<number> =>
  (await planOf(trx, whole)).cost

async function planOf(trx: Transaction, whole: RawBuilder<unknown>): Promise<{ rows: number; cost: number }> {
  const { rows } = await sql<Record<string, [{ Plan: { 'Plan Rows': number; 'Total Cost': number } }]>>`
    explain (format json) select 1 ${whole}`.execute(trx)
  const plan = Object.values(rows[0] ?? {})[0]?.[0].Plan
  return { rows: Math.round(plan?.['Plan Rows'] ?? 0), cost: plan?.['Total Cost'] ?? 0 }
}

const inStores = (alias: 's' | 't', stores: Scope | undefined): RawBuilder<unknown> =>
  stores
    ? sql`${sql.ref(`${alias}.org_code`)} >= ${stores.from} and ${sql.ref(`${alias}.org_code`)} < ${stores.to}`
    : sql`true`

/** Rows per batch, few enough that other work waits only briefly while they are read and written. */
const PORTION = 100

/** The rows of a statement in batches from one snapshot, over a cursor of the transaction. */
export async function* portionsOf<Row>(trx: Transaction, select: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`declare every_row no scroll cursor for ${select}`.execute(trx)
  const fetch = () => {
    const size = portionSize(PORTION)
    const asked = sql<Row>`fetch ${sql.lit(size)} from every_row`.execute(trx)
    // Awaited at its turn; if the consumer stops before, its error is ignored.
    asked.catch(() => undefined)
    return { size, asked }
  }
  let next = fetch()
  for (;;) {
    const { rows } = await next.asked
    const isLast = rows.length < next.size
    // The next batch is read while this one is written.
    if (!isLast) next = fetch()
    if (rows.length > 0) yield rows
    if (isLast) break
  }
  await sql`close every_row`.execute(trx)
}

/** The stores that a list's store filter selects; only headquarters and above may filter by store (spec §2). */
export const storesOf = ({ identity }: { identity: Identity }, orgCode: string | undefined): Scope | undefined =>
  orgCode && (identity === '0' || identity === '-1') ? scopeOf(orgCode) : undefined

/** Escapes the wildcards of a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** The smallest text, byte by byte, greater than all texts with the prefix; for prefix searches by range. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`
