import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { sendInTransaction } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'

/** Template of the message that a guest's number is called. */
const TEMPLATE = 'queue.called'
/** Minimum interval between equal messages. */
const MIN_INTERVAL_MS = 20_000

/**
 * Sends the member of a queue entry, ride or order the message that it is their turn; once for concurrent calls, because the call has no
 * idempotency key and each message costs. Throws `common.recordNotFound` or `recharge.noGuest`.
 */
export const remindGuest = (deps: Deps, ctx: CallContext, id: string): Promise<null> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    const play = await findRide(trx, id)
    if (!play) throw new AppError('common.recordNotFound')
    if (play.memberId === null) throw new AppError('recharge.noGuest')
    const entry = await trx
      .selectFrom('queueEntry')
      .select('remindedAt')
      .where('playId', '=', play.id)
      .forUpdate()
      .executeTakeFirst()
    if (entry?.remindedAt && now.getTime() - entry.remindedAt.getTime() < MIN_INTERVAL_MS) return null
    const testData = JSON.stringify({ number: play.ticketNo })
    await sendInTransaction(deps, ctx, trx, { userId: play.memberId, templateCode: TEMPLATE, testData }, newId())
    await trx.updateTable('queueEntry').set({ remindedAt: now }).where('playId', '=', play.id).execute()
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'floor', orgCode: play.orgCode }))
    return null
  })

async function findRide(trx: Transaction, id: string) {
  const plays = trx
    .selectFrom('playRecord')
    .select(['id', 'orgCode', 'memberId', 'ticketNo'])
    .where('state', '<>', 'CANCELLED')
  const entry = await trx.selectFrom('queueEntry').select('playId').where('id', '=', id).executeTakeFirst()
  const order = await trx.selectFrom('consumeOrder').select('playId').where('id', '=', id).executeTakeFirst()
  return plays.where('id', '=', entry?.playId ?? order?.playId ?? id).executeTakeFirst()
}

/** Sends a price to the customer display of the signing terminal, or to all of the store without one. */
export async function showPrice(deps: Deps, ctx: CallContext, price: number): Promise<null> {
  const details = { price: formatAmount(price), terminalId: (await ctx.terminal()) ?? '' }
  await deps.realtime.publish({ topic: 'customerDisplay', orgCode: ctx.user.orgCode, details })
  return null
}
