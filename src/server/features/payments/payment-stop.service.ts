import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { PaymentState } from '#shared/features/payments/payments.schema.ts'
import { lockPayment, type PaymentKey, updatePayment } from './payments.repository.ts'

/** Makes every copy of the server process payments after the commit. */
export function wakePayments(deps: Deps, trx: Transaction, ctx: CallContext, orgCode: string): Promise<void> {
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'payments', orgCode }))
  return deps.bus.send({ kind: 'payments' }, trx)
}

/** Begins to reverse a payment that is open, after which its order closes. Returns the state that it had. */
export async function stopPayment(
  deps: Deps,
  trx: Transaction,
  ctx: CallContext,
  key: PaymentKey,
  reason: 'cancelled' | 'givenUp',
): Promise<PaymentState> {
  const { state } = await lockPayment(trx, key)
  if (state === 'waiting' || state === 'asked') {
    await updatePayment(trx, key, { state: 'reversing', reason, nextAt: deps.clock() })
    await wakePayments(deps, trx, ctx, key.orgCode)
    ctx.touched({ id: key.id, before: { state }, after: { state: 'reversing' } })
  }
  return state
}
