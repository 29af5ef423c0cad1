import { type RawBuilder, sql } from 'kysely'
import type { CallContext } from '#server/core/slice.ts'
import type { Scope, Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor } from '#shared/core/money.ts'
import { type Days, daysOf } from '#shared/features/statistics/period.calc.ts'
import type { ProductFigure, ProductFigures } from '#shared/features/statistics/product-figures.schema.ts'
import { clockOf, inStores } from './figures.repository.ts'
import type { FigureQuery } from './figures.service.ts'

/** Sales by product of the requested days in the stores in scope. */
export async function productFiguresOf(
  trx: Transaction,
  { user }: Pick<CallContext, 'user'>,
  { sysOrgCode, ...period }: Omit<FigureQuery, 'by'>,
  at: Date,
): Promise<ProductFigures & Days> {
  const stores = storesOf(user, sysOrgCode)
  const { today } = await clockOf(trx, at, stores)
  const days = daysOf(period, today)
  return { ...days, ...(await productsOfDays(trx, days, stores)) }
}

/** A business day begins and ends within two days of its date, in whatever time zone. */
const productsOfDays = (trx: Transaction, { from, until }: Days, stores: Scope | undefined): Promise<ProductFigures> =>
  readProducts(
    trx,
    sql`m.day between ${from} and ${until} and m.at between ${from}::date - 2 and ${until}::date + 3 and ${inStores('m', stores)}`,
  )

/** Sales by product of a shift. */
export const productsOfShift = (
  trx: Transaction,
  { id, orgCode, openedAt }: { id: string; orgCode: string; openedAt: Date },
): Promise<ProductFigures> =>
  readProducts(
    trx,
    sql`m.shift_id = ${id} and m.org_code = ${orgCode} and m.at >= ${openedAt}::timestamptz - interval '1 day'`,
  )

async function readProducts(trx: Transaction, condition: RawBuilder<unknown>): Promise<ProductFigures> {
  // The names of products are unique only within a store.
  const { rows } = await sql<ProductFigure>`
    select p.id as product_id, case when count(*) over () > count(*) over (partition by p.org_code)
        then p.name || ' · ' || s.name else p.name end as name, p.item_type as product_type, f.sold, f.refunded, f.amount
      from (
        select m.org_code, m.product_id, sum(m.sold)::bigint as sold, sum(m.refunded)::bigint as refunded, sum(m.amount)::bigint as amount
          from product_moves() m where ${condition} group by 1, 2
      ) f
      join goods_item p on p.id = f.product_id and p.org_code = f.org_code
      join store s on s.org_code = p.org_code
      where f.sold <> 0 or f.refunded <> 0
      order by f.amount desc, p.name, p.id`.execute(trx)
  const sum = (name: 'sold' | 'refunded' | 'amount') => rows.reduce((all, row) => all + row[name], 0)
  return {
    rows: rows.map((row) => ({ ...row, amount: fromMinor(row.amount) })),
    total: { sold: sum('sold'), refunded: sum('refunded'), amount: fromMinor(sum('amount')) },
  }
}
