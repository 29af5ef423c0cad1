import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { crudTable } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { type StockItem, stockOf } from '#server/features/stock/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { giftResource } from '#shared/features/gifts/gifts.schema.ts'

export type GiftRow = z.output<typeof giftResource.entity>
type Conditions = readonly RawBuilder<unknown>[]

const table = crudTable(giftResource, {
  table: 'gift',
  ofStores: true,
  columns: { giftName: 'name', giftMode: 'mode', isActive: 'active' },
  // These follow from the stock lines; see `withStock`.
  codecs: {
    stock: { toWire: () => 0, toColumn: () => undefined },
    isLow: { toWire: () => 'NO', toColumn: () => undefined },
    stockLineId: { toWire: () => '', toColumn: () => undefined },
  },
  complete: withStock,
})

/** The path of the calls of gifts, which names them in the audit trail, and the topic of their lists. */
export const GIFTS_PLACE = { path: giftResource.path, topic: 'gifts' } as const

async function withStock(trx: Transaction, rows: readonly GiftRow[]): Promise<GiftRow[]> {
  const levels = await stockOf(
    trx,
    'gift',
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { quantity = 0, lastLine = null } = levels.get(row.id) ?? {}
    const isLow = row.lowStock > 0 && quantity <= row.lowStock
    return { ...row, stock: quantity, isLow: isLow ? 'YES' : 'NO', stockLineId: lastLine ?? '' }
  })
}

const IS_LOW = sql`(t.low_stock > 0 and t.low_stock >= coalesce((select s.quantity from stock_level s
  where s.item_id = t.id and s.item_kind = 'gift' and s.org_code = t.org_code), 0))`

/** The conditions of a search, with that of low stock. */
const withLow = ({ isLow }: Record<string, unknown>, more: Conditions = []): Conditions =>
  isLow === 'YES' || isLow === 'NO' ? [...more, isLow === 'YES' ? IS_LOW : sql`not ${IS_LOW}`] : more

export const giftTable: typeof table = {
  ...table,
  page: (trx, user, query, more) => table.page(trx, user, query, withLow(query, more)),
  count: (trx, user, query, more) => table.count(trx, user, query, withLow(query, more)),
  each: (trx, user, query, more) => table.each(trx, user, query, withLow(query, more)),
  async add(trx, { sysOrgCode, ...values }, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    return table.add(trx, values, { ...writer, orgCode })
  },
  /** Gifts with stock lines, rules, orders or coupons stay, because these refer to them; they can be switched off. */
  async remove(trx, ids) {
    // A call that writes the first line of a gift holds its row.
    await sql`select from gift t where t.id::text = any(${[...ids]}::text[]) order by t.id for update`.execute(trx)
    const { rows } = await sql<{ name: string }>`select t.name from gift t
      where t.id::text = any(${[...ids]}::text[])
        and (exists (select from stock_level s where s.item_id = t.id and s.item_kind = 'gift' and s.org_code = t.org_code)
          or exists (select from recharge_rule r where r.gift_id = t.id and r.org_code = t.org_code)
          or exists (select from coupon_batch b where b.gift_id = t.id and b.org_code = t.org_code)
          or exists (select from order_line l where l.gift_id = t.id and l.org_code = t.org_code)
          or exists (select from recharge_order o where o.gift_id = t.id and o.org_code = t.org_code))
      limit 1`.execute(trx)
    if (rows[0]) throw new AppError('gifts.inUse', { gift: rows[0].name })
    return table.remove(trx, ids)
  },
}

export const giftItem = ({ id, sysOrgCode, giftName }: GiftRow): StockItem => ({
  kind: 'gift',
  id,
  orgCode: sysOrgCode,
  name: giftName,
})

/** A gift that the caller's data rules show, locked against deletion. Throws `common.recordNotFound`. */
export async function lockGift(deps: Deps, trx: Transaction, ctx: CallContext, id: string): Promise<GiftRow> {
  const list = { permissions: ['gift:list'], fields: giftResource.filter, columnOf: giftTable.columnOf }
  await giftTable.requireRows(trx, [id], await dataRules(trx, ctx.user, list, deps.clock()))
  await sql`select from gift where id = ${id} for key share`.execute(trx)
  return giftTable.get(trx, id)
}

/** The gift of this name of a store. */
export async function giftOfName(trx: Transaction, name: string, orgCode: string): Promise<StockItem | undefined> {
  const row = await trx
    .selectFrom('gift')
    .select('id')
    .where('name', '=', name)
    .where('orgCode', '=', orgCode)
    .forKeyShare()
    .executeTakeFirst()
  return row && { kind: 'gift', id: row.id, orgCode, name }
}
