import type { Deps, EndedPayment, PaidOrders } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { Trade } from './payment-provider.types.ts'
import { lockPayment, type PaymentRow, updatePayment, type Which } from './payments.repository.ts'

type Paid = Extract<Trade, { state: 'paid' }>

const ended = (row: PaymentRow, paid: { transactionId: string; paidAt: Date | null }): EndedPayment => ({
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
  if (!orders) throw new Error(`no slice has orders of the kind ${orderKind}`)
  return orders
}

/** Work on a payment in a transaction of its store, its row locked: two that would end it do so one after the other. */
async function locked<T>(
  deps: Deps,
  which: Which,
  work: (trx: Transaction, row: PaymentRow) => Promise<T>,
): Promise<T> {
  const done = await deps.db.scoped(scopeOf(which.orgCode), async (trx) => work(trx, await lockPayment(trx, which)))
  await deps.realtime.publish({ topic: 'payments', orgCode: which.orgCode })
  return done
}

/**
 * Ends a payment as paid, with its order, once. Where it must not succeed any more nothing ends: it is looked at at once, and what
 * the customer has paid goes back.
 */
export const endAsPaid = (deps: Deps, which: Which, paid: Paid): Promise<void> =>
  locked(deps, which, async (trx, row) => {
    const now = deps.clock()
    if (row.state === 'paid') return
    if (row.state === 'closed' || row.state === 'reversing') {
      await updatePayment(trx, row, { nextAt: now, claimUntil: null })
      return
    }
    const { transactionId, paidAt } = paid
    const set = { state: 'paid', transactionId, paidAt, endedAt: now, codeSealed: '', nextAt: null } as const
    await updatePayment(trx, row, { ...set, claimUntil: null })
    await ordersOf(deps, row).paid(trx, row.id, ended(row, paid), deps)
  })

interface Close {
  reason: string
  /** Whether the provider has still to say that nothing was taken, or that it went back. */
  reversal: 'none' | 'owed' | 'done'
  nextAt: Date | null
  /** As what it was found, where it is closed only as that: meanwhile another copy may have begun to ask the provider. */
  only?: PaymentRow['state']
}

/** Ends a payment as closed, with its order, once; one that has ended stays as it ended. */
export const endAsClosed = (deps: Deps, which: Which, { reason, reversal, nextAt, only }: Close): Promise<void> =>
  locked(deps, which, async (trx, row) => {
    if (row.endedAt || (only && row.state !== only)) return
    const set = { state: 'closed', reason, reversal, endedAt: deps.clock(), codeSealed: '', nextAt } as const
    await updatePayment(trx, row, { ...set, claimUntil: null, tries: 0 })
    await ordersOf(deps, row).closed(trx, row.id, ended(row, { transactionId: '', paidAt: null }), deps)
  })

/** Owes the customer what the provider took after the order was closed; once, however often that is found. */
export const refundLatePayment = (deps: Deps, which: Which, { transactionId, paidAt, amount }: Paid): Promise<void> =>
  locked(deps, which, async (trx, row) => {
    if (row.state !== 'closed') return
    const now = deps.clock()
    await updatePayment(trx, row, { transactionId, paidAt, reversal: 'done', nextAt: null, claimUntil: null })
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
