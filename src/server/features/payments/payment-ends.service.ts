import type { Deps, EndedPayment, PaidOrders } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import type { Trade } from '#server/features/payments/providers/payment-provider.types.ts'
import { newId } from '#shared/core/id.ts'
import { lockPayment, type PaymentKey, type PaymentRow, updatePayment } from './payments.repository.ts'

type Paid = Extract<Trade, { state: 'paid' }>

const toEndedPayment = (row: PaymentRow, paid: { transactionId: string; paidAt: Date | null }): EndedPayment => ({
  id: row.id,
  orgCode: row.orgCode,
  amount: row.amount,
  provider: row.provider,
  transactionId: paid.transactionId,
  paidAt: paid.paidAt,
  operatorId: row.operatorId,
  cashierId: row.cashierId,
  terminalId: row.terminalId,
})

function ordersOf({ registry }: Deps, { orderKind }: PaymentRow): PaidOrders {
  const orders = registry.paidOrders.get(orderKind)
  if (!orders) throw new Error(`no slice handles orders of the kind ${orderKind}`)
  return orders
}

/** Runs work on a locked payment in a transaction of its store, so that concurrent ends are serialized. */
async function withLockedPayment<T>(
  deps: Deps,
  key: PaymentKey,
  work: (trx: Transaction, row: PaymentRow) => Promise<T>,
): Promise<T> {
  const done = await deps.db.scoped(scopeOf(key.orgCode), async (trx) => work(trx, await lockPayment(trx, key)))
  await deps.realtime.publish({ topic: 'payments', orgCode: key.orgCode })
  return done
}

/**
 * Ends a payment as paid, with its order, once. If it was closed or is being reversed, it is checked at once instead, and the money is
 * returned.
 */
export const endAsPaid = (deps: Deps, key: PaymentKey, paid: Paid): Promise<void> =>
  withLockedPayment(deps, key, async (trx, row) => {
    const now = deps.clock()
    if (row.state === 'paid') return
    if (row.state === 'closed' || row.state === 'reversing') {
      await updatePayment(trx, row, { nextAt: now, claimUntil: null })
      return
    }
    const { transactionId, paidAt } = paid
    const set = {
      state: 'paid',
      transactionId,
      paidAt,
      endedAt: now,
      codeSealed: '',
      preparedSealed: '',
      nextAt: null,
    } as const
    await updatePayment(trx, row, { ...set, claimUntil: null })
    await ordersOf(deps, row).paid(trx, row.id, toEndedPayment(row, paid), deps)
  })

interface Close {
  reason: string
  /** Whether the provider must still confirm that nothing was taken or that it was returned. */
  reversal: 'none' | 'owed' | 'done'
  nextAt: Date | null
  /** If set, it is closed only in this state: another copy may have begun to call the provider meanwhile. */
  only?: PaymentRow['state']
}

/** Ends a payment as closed, with its order, once; a payment that has ended is not changed. */
export const endAsClosed = (deps: Deps, key: PaymentKey, { reason, reversal, nextAt, only }: Close): Promise<void> =>
  withLockedPayment(deps, key, async (trx, row) => {
    if (row.endedAt || (only && row.state !== only)) return
    const set = {
      state: 'closed',
      reason,
      reversal,
      endedAt: deps.clock(),
      codeSealed: '',
      preparedSealed: '',
      nextAt,
    } as const
    await updatePayment(trx, row, { ...set, claimUntil: null, tries: 0 })
    await ordersOf(deps, row).closed(trx, row.id, toEndedPayment(row, { transactionId: '', paidAt: null }), deps)
  })

/** Adds a refund of a payment that succeeded after its order was closed, or is to be; once, however often it is detected. */
export const refundLatePayment = (
  deps: Deps,
  key: PaymentKey,
  { transactionId, paidAt, amount }: Paid,
): Promise<void> =>
  withLockedPayment(deps, key, async (trx, row) => {
    if (row.state !== 'closed' && row.state !== 'reversing') return
    const now = deps.clock()
    const nextAt = row.state === 'closed' ? null : row.nextAt
    await updatePayment(trx, row, { transactionId, paidAt, reversal: 'done', nextAt, claimUntil: null })
    await trx
      .insertInto('paymentRefund')
      .values({
        id: newId(),
        orgCode: row.orgCode,
        paymentId: row.id,
        amount,
        kind: 'late',
        createdAt: now,
        endedAt: null,
        nextAt: now,
        claimUntil: null,
      })
      .onConflict((conflict) => conflict.columns(['paymentId', 'orgCode']).where('kind', '=', 'late').doNothing())
      .execute()
  })
