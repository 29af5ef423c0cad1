import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'

/** A search of offers by a counter. */
export interface OfferSearch {
  pageNo: number
  pageSize: number
  order: 'asc' | 'desc'
  id: readonly string[]
  roleName?: string | undefined
  sysOrgCode?: string | undefined
}

interface Offers<Row> {
  table: 'recharge_rule' | 'play_card_rule'
  /** SQL condition for a row `t` of a store `s` that is on sale now. */
  isSold: RawBuilder<unknown>
  toRow(row: Record<string, unknown>): Row
}

/** A page of what is on sale now at the stores in scope, in the order of each store. */
export async function searchOffers<Row>(
  trx: Transaction,
  { table, isSold, toRow }: Offers<Row>,
  { pageNo, pageSize, order, id, roleName, sysOrgCode }: OfferSearch,
): Promise<Page<Row>> {
  const part = roleName?.replace(/[*%]/g, '')
  const { rows } = await sql<Record<string, unknown> & { total: number }>`
    select t.*, s.name as store_name, count(*) over () as total
    from ${sql.table(table)} t join store s on s.org_code = t.org_code
    where ${isSold}
      ${id.length > 0 ? sql`and t.id::text = any(${id.map((one) => one.toLowerCase())}::text[])` : sql``}
      ${part ? sql`and t.name ilike ${`%${escapeLike(part)}%`}` : sql``}
      ${sysOrgCode ? sql`and t.org_code = ${sysOrgCode}` : sql``}
    order by t.index_number ${sql.raw(order)}, t.org_code, t.id
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(trx)
  return toPage(rows.map(toRow), rows[0]?.total ?? 0, pageNo, pageSize)
}

/** One offer; undefined if it does not exist or is not on sale. */
export async function findOffer<Row>(
  trx: Transaction,
  { table, isSold, toRow }: Offers<Row>,
  id: string,
): Promise<Row | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select t.*, s.name as store_name from ${sql.table(table)} t join store s on s.org_code = t.org_code
    where t.id = ${id} and ${isSold}`.execute(trx)
  return rows[0] && toRow(rows[0])
}
