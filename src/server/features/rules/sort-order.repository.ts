import { sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** Tables whose rows a store keeps in an order of its own. */
export type OrderedTable = 'consumeRule' | 'rechargeRule' | 'playCardRule' | 'subProject'

/** Which of them keep what was deleted, for the records that used it. */
const keepsDeleted: Record<OrderedTable, boolean> = {
  consumeRule: true,
  rechargeRule: true,
  playCardRule: true,
  subProject: false,
}

const isThere = (table: OrderedTable) => (keepsDeleted[table] ? sql`withdrawn_at is null` : sql`true`)

/** Whoever changes the order of a store's rows, or adds one, waits for whoever does already. */
const takeTurn = (trx: Transaction, table: OrderedTable, orgCode: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${orgCode}`}, 0))`.execute(trx)

/** The place after the last, which is nobody else's until the transaction ends. */
export async function nextSortIndex(trx: Transaction, table: OrderedTable, orgCode: string): Promise<number> {
  await takeTurn(trx, table, orgCode)
  const { rows } = await sql<{ place: number }>`select coalesce(max(index_number), 0) + 1 as place
    from ${sql.table(table)} where org_code = ${orgCode}`.execute(trx)
  return rows[0]?.place ?? 1
}

/** Puts all rows of one store in this order and answers the store; a list that somebody has changed meanwhile is refused. */
export async function reorder(trx: Transaction, table: OrderedTable, ids: readonly string[]): Promise<string> {
  const wanted = ids.map((id) => id.toLowerCase())
  const { rows: stores } = await sql<{ orgCode: string }>`select distinct org_code from ${sql.table(table)}
    where id = any(${wanted}::uuid[])`.execute(trx)
  const [store] = stores
  if (!store) throw new AppError('common.recordNotFound')
  if (stores.length > 1) throw new AppError('rules.severalStores')
  const { orgCode } = store
  await takeTurn(trx, table, orgCode)
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where org_code = ${orgCode} and ${isThere(table)}`.execute(trx)
  const there = new Set(rows.map(({ id }) => id))
  const isWhole = new Set(wanted).size === there.size && wanted.length === there.size
  if (!isWhole || wanted.some((id) => !there.has(id))) throw new AppError('rules.listChanged')
  await sql`update ${sql.table(table)} t set index_number = placed.place
    from unnest(${wanted}::uuid[]) with ordinality as placed (id, place)
    where t.id = placed.id and t.org_code = ${orgCode} and t.index_number <> placed.place`.execute(trx)
  return orgCode
}

/** The store that a new row is for: the named one, or that which is worked in; a chain has no counter and no rules. */
export async function storeFor(trx: Transaction, user: SignedIn, named?: string): Promise<string> {
  const query = trx
    .selectFrom('store')
    .select(['orgCode', 'kind'])
    .where('orgCode', '=', named || user.orgCode)
  const store = await query.executeTakeFirst()
  if (store?.kind !== 'store') throw new AppError('rules.chooseStore', { field: 'sysOrgCode' })
  return store.orgCode
}
