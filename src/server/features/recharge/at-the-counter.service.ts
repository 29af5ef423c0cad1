import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { sendToMember } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { formatAmount } from '#shared/core/money.ts'

/** The template that tells guests that their number is called. */
const TEMPLATE = 'queue.called'

/** Tells the member behind a place in the queue, a play record or a consume order that it is their turn. */
export async function remindGuest(deps: Deps, ctx: CallContext, id: string): Promise<null> {
  const play = await ctx.tx((trx) => playBehind(trx, id))
  if (!play) throw new AppError('common.recordNotFound')
  if (play.memberId === null) throw new AppError('recharge.noGuest')
  const testData = JSON.stringify({ number: play.ticketNo })
  await sendToMember(deps, ctx, { userId: play.memberId, templateCode: TEMPLATE, testData }, newId())
  await ctx.tx((trx) =>
    trx.updateTable('queueEntry').set({ remindedAt: deps.clock() }).where('playId', '=', play.id).execute(),
  )
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'floor', orgCode: play.orgCode }))
  return null
}

async function playBehind(trx: Transaction, id: string) {
  const plays = trx
    .selectFrom('playBeforePay')
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
