import { sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** Tables whose rows have an order within a store. */
export type OrderedTable = 'consumeRule' | 'rechargeRule' | 'playCardRule' | 'subProject'

/** Whether deleted rows stay, for records that used them. */
const isSoftDeleted: Record<OrderedTable, boolean> = {
  consumeRule: true,
  rechargeRule: true,
  playCardRule: true,
  subProject: false,
}

const isListed = (table: OrderedTable) => (isSoftDeleted[table] ? sql`withdrawn_at is null` : sql`true`)

/** Serializes additions and reordering of a store's rows. */
const lockOrder = (trx: Transaction, table: OrderedTable, orgCode: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${orgCode}`}, 0))`.execute(trx)

/** The next sort index, reserved until the transaction ends. */
export async function nextSortIndex(trx: Transaction, table: OrderedTable, orgCode: string): Promise<number> {
  await lockOrder(trx, table, orgCode)
  const { rows } = await sql<{ sortIndex: number }>`select coalesce(max(index_number), 0) + 1 as sort_index
    from ${sql.table(table)} where org_code = ${orgCode}`.execute(trx)
  return rows[0]?.sortIndex ?? 1
}

/** Sorts all rows of one store; returns its org code. Throws `common.recordNotFound`, `rules.severalStores` or `rules.listChanged`. */
export async function reorder(trx: Transaction, table: OrderedTable, ids: readonly string[]): Promise<string> {
  const sortedIds = ids.map((id) => id.toLowerCase())
  const { rows: stores } = await sql<{ orgCode: string }>`select distinct org_code from ${sql.table(table)}
    where id = any(${sortedIds}::uuid[])`.execute(trx)
  const [store] = stores
  if (!store) throw new AppError('common.recordNotFound')
  if (stores.length > 1) throw new AppError('rules.severalStores')
  const { orgCode } = store
  await lockOrder(trx, table, orgCode)
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where org_code = ${orgCode} and ${isListed(table)}`.execute(trx)
  const listedIds = new Set(rows.map(({ id }) => id))
  const isComplete = new Set(sortedIds).size === listedIds.size && sortedIds.length === listedIds.size
  if (!isComplete || sortedIds.some((id) => !listedIds.has(id))) throw new AppError('rules.listChanged')
  await sql`update ${sql.table(table)} t set index_number = sorted.ordinal
    from unnest(${sortedIds}::uuid[]) with ordinality as sorted (id, ordinal)
    where t.id = sorted.id and t.org_code = ${orgCode} and t.index_number <> sorted.ordinal`.execute(trx)
  return orgCode
}

/** The store of a new row: the named or current one. Throws `rules.chooseStore`, also for a chain. */
export async function storeFor(trx: Transaction, user: SignedIn, named?: string): Promise<string> {
  const query = trx
    .selectFrom('store')
    .select(['orgCode', 'kind'])
    .where('orgCode', '=', named || user.orgCode)
  const store = await query.executeTakeFirst()
  if (store?.kind !== 'store') throw new AppError('rules.chooseStore', { field: 'sysOrgCode' })
  return store.orgCode
}
