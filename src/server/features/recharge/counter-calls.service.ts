import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { sendInTransaction } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'

/** The template that tells guests that their number is called. */
const TEMPLATE = 'queue.called'
/** Within so long nobody is told the same twice. */
const REMINDED_MS = 20_000

/**
 * Tells the member behind a place in the queue, a play record or a consume order that it is their turn; once, where several tell them at
 * one moment, because the call has no key and each message costs.
 */
export const remindGuest = (deps: Deps, ctx: CallContext, id: string): Promise<null> =>
  ctx.tx(async (trx) => {
    const now = deps.clock()
    const play = await playBehind(trx, id)
    if (!play) throw new AppError('common.recordNotFound')
    if (play.memberId === null) throw new AppError('recharge.noGuest')
    const place = await trx
      .selectFrom('queueEntry')
      .select('remindedAt')
      .where('playId', '=', play.id)
      .forUpdate()
      .executeTakeFirst()
    if (place?.remindedAt && now.getTime() - place.remindedAt.getTime() < REMINDED_MS) return null
    const testData = JSON.stringify({ number: play.ticketNo })
    await sendInTransaction(deps, ctx, trx, { userId: play.memberId, templateCode: TEMPLATE, testData }, newId())
    await trx.updateTable('queueEntry').set({ remindedAt: now }).where('playId', '=', play.id).execute()
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'floor', orgCode: play.orgCode }))
    return null
  })

async function playBehind(trx: Transaction, id: string) {
  const plays = trx
    .selectFrom('playRecord')
    .select(['id', 'orgCode', 'memberId', 'ticketNo'])
    .where('state', '<>', 'CANCELLED')
  const entry = await trx.selectFrom('queueEntry').select('playId').where('id', '=', id).executeTakeFirst()
  const order = await trx.selectFrom('consumeOrder').select('playId').where('id', '=', id).executeTakeFirst()
  return plays.where('id', '=', entry?.playId ?? order?.playId ?? id).executeTakeFirst()
}

/** Sends a price to the customer display of the terminal that has signed the call; without one, to those of the store. */
export async function showPrice(deps: Deps, ctx: CallContext, price: number): Promise<null> {
  const said = { price: formatAmount(price), terminalId: (await ctx.terminal()) ?? '' }
  await deps.realtime.publish({ topic: 'customerDisplay', orgCode: ctx.user.orgCode, said })
  return null
}
