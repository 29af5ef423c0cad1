import { type Selectable, sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { memberNames } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { orderGiftResource } from '#shared/features/gifts/order-gifts.contract.ts'

export type OrderGiftRow = Selectable<Tables['orderGift']>

export const orderGiftTable = crudTable(orderGiftResource, {
  table: 'orderGift',
  ofStores: true,
  columns: { userId: 'memberId', giftState: 'state', endTime: 'endedAt' },
  codecs: { userName: { toWire: () => '', toColumn: () => undefined } },
  async complete(trx, rows) {
    const nameOf = await memberNames(
      trx,
      rows.map(({ userId }) => userId),
    )
    return rows.map((row) => ({ ...row, userName: nameOf(row.userId) }))
  },
})

/**
 * Locks the gift of an order, and the order before it, so that it is neither refunded nor handed out meanwhile. Returns it with whether its
 * order is refunded or being refunded. Throws `common.recordNotFound`.
 */
export async function lockOrderGift(trx: Transaction, id: string): Promise<OrderGiftRow & { isRefunded: boolean }> {
  const order = await trx.selectFrom('rechargeOrder').select('state').where('id', '=', id).forShare().executeTakeFirst()
  const row = await trx.selectFrom('orderGift').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!order || !row) throw new AppError('common.recordNotFound')
  return { ...row, isRefunded: order.state === 'refunding' || order.state === 'refunded' }
}

export const endOrderGift = (
  trx: Transaction,
  { id, orgCode }: OrderGiftRow,
  end: Partial<Pick<OrderGiftRow, 'state' | 'endedFor' | 'reason' | 'recipient' | 'endedAt' | 'endedBy'>>,
) => trx.updateTable('orderGift').set(end).where('id', '=', id).where('orgCode', '=', orgCode).execute()

/** Gifts that were not fetched in the hours of their store's setting are not given any more; returns their stores, one for each gift. */
export async function endOverdueGifts(trx: Transaction, now: Date): Promise<string[]> {
  const { rows } = await sql<{ orgCode: string }>`update order_gift g
    set state = 'notGiving', ended_for = 'overdue', ended_at = ${now}
    from store s
    where s.org_code = g.org_code and g.state = 'notGifted'
      and g.created_at <= ${now}::timestamptz - make_interval(hours => s.gift_hours)
    returning g.org_code`.execute(trx)
  return rows.map(({ orgCode }) => orgCode)
}
