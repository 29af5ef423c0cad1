import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { COUNTED_ROWS, type Page, toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Identity } from '#shared/features/access/access.schema.ts'
import { portionSize } from './counter-priority.ts'
import { PREPARED, type Scope, scopeOf, type Transaction } from './database.ts'

/** Rows before a page from which it is worth counting all, to read a page of the second half from the other end. */
const DEEP_ROWS = 20_000
const REMEMBERED_MS = 60_000

export interface List {
  table: string
  /** Conditions on the table's own columns; in a list of stores, the index that serves it begins with `org_code`. */
  where: RawBuilder<unknown>[]
  /** A column of the table in snake_case, from code and never from a request. */
  column: string
  order: 'asc' | 'desc'
  pageNo: number
  pageSize: number
}

interface StoreList extends List {
  /** Only stores with codes in this range, below what the scope allows anyway. */
  stores?: Scope
  /**
   * Columns by which an index orders the rows of a store; any other order reads and sorts all that the list finds, and is refused where
   * that is too much. Not said: each is.
   */
  served?: readonly string[]
  /** What `column` stands for where it is no column of the table: of its row `t`. */
  expression?: RawBuilder<unknown> | undefined
  /** In what order rows of the same value stand, where the index does not hold them by their ids: of the column that is named, newest first. */
  ties?: { of: string; by: string } | undefined
  /** What the rows of a page (`row`) are joined with, and the columns that this gives. */
  join?: RawBuilder<unknown>
  columns?: RawBuilder<unknown>
}

type Listed<Row> = Row & { id: unknown; countedRows: number; countedScope: string }

/** Which rows of the ordered list a page holds, and from which end they are read. */
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
  // Rising values with the newest first: an index that holds them so is read as it is, or backwards.
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

/** Columns that every row has, in whichever table: an index serves their order as it is. */
const NEVER_NULL = new Set(['id', 'created_at', 'createdAt'])

interface TableList extends List {
  /** What a page's rows (`t`) have besides their own columns. */
  columns?: RawBuilder<unknown>
}

/** One page of a table as a whole, as far as the scope shows it; rows without a value of the column are the smallest. */
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
  /** How the rows of a page are ordered in the end, from whichever end they were read. */
  order: RawBuilder<unknown>
  counted(limit: RawBuilder<unknown>): RawBuilder<unknown>
  /** Whether an index orders the rows; if not, all that are found are read. */
  isServed: boolean
  /** All that the list finds, for counting and for the planner. */
  whole: RawBuilder<unknown>
}

/**
 * What a search for parts of texts may cost, in the planner's units for all that it must look at, times the parts: one part in
 * some five million rows, or thirty in a hundred and fifty thousand. Sorting what no index orders counts as one part. No index serves such a
 * search: LIKE is not leakproof, and under row-level security only what is may look at rows before the policy does. A time range or a store
 * makes it cheaper.
 */
const MOST_COST = 250_000

const isPattern = (value: unknown): boolean => typeof value === 'string' && value.includes('%')

/** Refuses a search that would read for longer than a list may take, before it reads anything. */
async function refuseDear(trx: Transaction, { whole, isServed }: Statements): Promise<void> {
  const { sql: text, parameters } = whole.compile(trx)
  const patterns = / i?like /.test(text) ? parameters.flat().filter(isPattern).length : 0
  const parts = patterns + (text.match(/strpos\(/g)?.length ?? 0) + (isServed ? 0 : 1)
  if (parts === 0) return
  const { cost } = await planOf(trx, whole)
  if (cost * parts > MOST_COST) throw new AppError('lists.tooDear')
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
    select page.*, counted.rows as counted_rows, current_setting('pitlane.scope') as counted_scope
    from (${counted}) counted left join (${statements.rows(slice)}) page on true
    order by ${statements.order}`.execute(trx)
  const records = rows[0]?.id === null ? [] : rows
  if (total !== undefined) return toPage(records, total, pageNo, pageSize)
  const found = rows[0]?.countedRows ?? 0
  if (found <= COUNTED_ROWS) return toPage(records, found, pageNo, pageSize)
  // A page that is not full is the last one.
  if (records.length > 0 && records.length < pageSize) return toPage(records, before + records.length, pageNo, pageSize)
  const estimate = await estimatedRows(trx, statements, rows[0]?.countedScope ?? '')
  // Whoever pages on finds the next page, however far off the estimate is.
  const shown = records.length === 0 ? Math.min(estimate, before) : Math.max(estimate, found, before + pageSize + 1)
  // `searchCount` false is how the family says that nobody counted.
  return { ...toPage(records, shown, pageNo, pageSize), searchCount: false }
}

function sliceOf(before: number, pageSize: number, total: number | undefined): Slice {
  if (total === undefined || before < total / 2) return { from: before, size: pageSize, backwards: false }
  const size = Math.min(pageSize, total - before)
  return { from: total - before - size, size, backwards: true }
}

/** Estimates and deep totals, by what they are of: reckoning either takes longer than a page. */
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
  const { rows: scopes } = await sql<{ scope: string }>`select current_setting('pitlane.scope') as scope`.execute(trx)
  const every = counted(sql``)
  return remember(keyOf('total', trx, every, scopes[0]?.scope ?? ''), async () => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${every}) every_row`.execute(trx)
    return rows[0]?.total ?? 0
  })
}

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

/** Few enough that whatever else comes waits little while they are read and written. */
const PORTION = 100

/** The rows of a statement in portions, all from one moment, over a cursor of the transaction. */
export async function* portionsOf<Row>(trx: Transaction, select: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`declare every_row no scroll cursor for ${select}`.execute(trx)
  const fetch = () => {
    const size = portionSize(PORTION)
    const asked = sql<Row>`fetch ${sql.lit(size)} from every_row`.execute(trx)
    // It is heard when its turn comes; who has given up before hears of nothing more.
    asked.catch(() => undefined)
    return { size, asked }
  }
  let next = fetch()
  for (;;) {
    const { rows } = await next.asked
    const isLast = rows.length < next.size
    // The next are read while these are written.
    if (!isLast) next = fetch()
    if (rows.length > 0) yield rows
    if (isLast) break
  }
  await sql`close every_row`.execute(trx)
}

/** The stores that a list's store filter asks for: only headquarters and above may choose (spec §2). */
export const storesOf = ({ identity }: { identity: Identity }, orgCode: string | undefined): Scope | undefined =>
  orgCode && (identity === '0' || identity === '-1') ? scopeOf(orgCode) : undefined

/** A LIKE pattern's wildcards as ordinary characters. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** The first text that sorts after every text beginning with the prefix, byte by byte; for prefix searches by range. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`
