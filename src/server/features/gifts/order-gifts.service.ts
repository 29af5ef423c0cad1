import { dataRules } from '#server/core/auth/auth-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { changeStock } from '#server/features/stock/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { orderGiftResource } from '#shared/features/gifts/order-gifts.contract.ts'
import { GIFTS_PLACE } from './gifts.repository.ts'
import { endOrderGift, lockOrderGift, type OrderGiftRow, orderGiftTable } from './order-gifts.repository.ts'

/** Allows a gift to be handed out that is not given any more. */
const LATE = 'ordergift:late'

/** The locked gift of an order that the caller's data rules show. Throws `common.recordNotFound` or `gifts.handedOut`. */
async function lockUngifted(deps: Deps, ctx: CallContext, trx: Transaction, id: string) {
  const { filter: fields } = orderGiftResource
  const list = { permissions: ['ordergift:list'], fields, columnOf: orderGiftTable.columnOf }
  await orderGiftTable.requireRows(trx, [id], await dataRules(trx, ctx.user, list, deps.clock()))
  const row = await lockOrderGift(trx, id)
  if (row.state === 'gifted') {
    throw new AppError('gifts.handedOut', { by: row.endedBy, time: row.endedAt ? toWireTime(row.endedAt) : '' })
  }
  ctx.changesStore(row.orgCode)
  return row
}

const ended = (deps: Deps, { user }: CallContext) => ({
  endedAt: deps.clock(),
  endedBy: user.realname || user.username,
})

function announce(deps: Deps, ctx: CallContext, { id, state, orgCode }: OrderGiftRow, after: object): void {
  ctx.touched({ id, before: { giftState: state }, after })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'orderGifts', orgCode }))
}

/**
 * Hands the gift of an order out and takes it from stock. Throws `gifts.handedOut`, `gifts.orderRefunded`, `gifts.notGiving` for one that
 * is not given any more, unless the caller may hand out late, and `stock.short`.
 */
export async function handOutOrderGift(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, recipient }: { id: string; recipient: string },
): Promise<{ stock: number }> {
  const row = await lockUngifted(deps, ctx, trx, id)
  if (row.isRefunded) throw new AppError('gifts.orderRefunded')
  if (row.state === 'notGiving' && !ctx.user.actions.has(LATE)) throw new AppError('gifts.notGiving')
  const { giftId, orgCode, giftName, pieces, memberId } = row
  const { stock } = await changeStock(
    deps,
    ctx,
    trx,
    [
      {
        item: { kind: 'gift', id: giftId, orgCode, name: giftName },
        kind: 'handOut',
        delta: -pieces,
        handedFor: 'order',
        orderId: id,
        memberId,
        recipient,
      },
    ],
    GIFTS_PLACE,
  )
  await endOrderGift(trx, row, { state: 'gifted', endedFor: '', reason: '', recipient, ...ended(deps, ctx) })
  announce(deps, ctx, row, { giftState: 'gifted', recipient })
  return { stock }
}

/** Marks the gift of an order as not given. Throws `gifts.handedOut` or `gifts.notGiving`. */
export async function refuseOrderGift(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, reason }: { id: string; reason: string },
): Promise<null> {
  const row = await lockUngifted(deps, ctx, trx, id)
  if (row.state === 'notGiving') throw new AppError('gifts.notGiving')
  await endOrderGift(trx, row, { state: 'notGiving', endedFor: 'refused', reason, ...ended(deps, ctx) })
  announce(deps, ctx, row, { giftState: 'notGiving', endedFor: 'refused', reason })
  return null
}
