import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockOrder, type RechargeRow } from './recharge-orders.repository.ts'
import { closeRecharge, SETTLED_TOPICS, settleRecharge } from './settle.service.ts'

/** The locked unpaid order of a payment. */
async function lockUnpaid(trx: Transaction, id: string): Promise<RechargeRow> {
  const order = await lockOrder(trx, id)
  if (order?.state !== 'nopay') throw new Error(`the recharge ${id} does not wait for a payment`)
  return order
}

/** Ends a recharge by scan payment, in the transaction that ends the payment. */
export const paidRecharges = {
  kind: 'recharge',
  paid: async (trx: Transaction, id: string, _payment: unknown, deps: Deps): Promise<void> => {
    const { orgCode } = await settleRecharge(deps, trx, await lockUnpaid(trx, id))
    for (const topic of SETTLED_TOPICS) await deps.realtime.publish({ topic, orgCode }, trx)
  },
  closed: async (trx: Transaction, id: string, _payment: unknown, deps: Deps): Promise<void> =>
    closeRecharge(deps, trx, await lockUnpaid(trx, id)),
}
