import { sql } from 'kysely'
import { idempotencyContext } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { refundTerms, withAmounts } from '#server/features/refunds/index.ts'
import { requireListedOrder } from '#server/features/sessions/index.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor, type Minor } from '#shared/core/money.ts'
import type { CancelledOrder, CancelQueuedInput } from '#shared/features/queue/queue.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { announceFloor } from './floor.service.ts'

/** The result of the SQL function `cancel_queued`. */
interface Cancelled {
  repeated: boolean
  answer: { result: Omit<CancelledOrder, 'amount' | 'deposit'> & { amount: Minor; deposit: Minor } }
  orgCode?: string
}

/**
 * Cancels a queued order and refunds it, in one round trip to the database. Throws the errors of a refund, or why the entry is not queued.
 */
export async function cancelQueued(deps: Deps, ctx: CallContext, input: CancelQueuedInput): Promise<CancelledOrder> {
  const { id, remark, password, terminalId, printId } = input
  await ctx.tx(async (trx) => {
    const { rows } = await sql<{ orderId: string }>`
      select p.consume_id as order_id from queued_as(${id}) q join play_record p on p.id = q.play_id limit 1`.execute(
      trx,
    )
    // Orders that data rules hide cannot be refunded.
    if (rows[0]) await requireListedOrder(trx, ctx.user, rows[0].orderId, deps.clock())
  })
  const reason = remark === '' ? text(ctx.locale, 'queue.cancelReason') : remark
  const call = {
    ...idempotencyContext(ctx),
    id,
    refund: {
      ...(await refundTerms(deps, ctx, { reason, password, terminalId, printId, payFrom: input })),
      key: newId(),
    },
    now: deps.clock(),
  }
  const { answer, orgCode } = await deps.db
    .call<Cancelled>('cancel_queued', 'select cancel_queued($1)', [JSON.stringify(call)])
    .catch((error: unknown) => {
      throw withAmounts(error)
    })
  const { amount, deposit, ...result } = answer.result
  if (orgCode !== undefined) {
    announceFloor(deps, ctx, orgCode, { entries: result.entries })
    ctx.afterCommit(async () => {
      for (const topic of ['refunds', 'wallets', 'shifts', 'printJobs']) await deps.realtime.publish({ topic, orgCode })
    })
  }
  return { ...result, amount: fromMinor(amount), deposit: fromMinor(deposit) }
}
