import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockOrder, type RechargeRow } from './recharge-orders.repository.ts'
import { closeRecharge, SETTLED_TOPICS, settleRecharge } from './settle.service.ts'

/** The order of a payment, which waits for it. */
async function waiting(trx: Transaction, id: string): Promise<RechargeRow> {
  const order = await lockOrder(trx, id)
  if (order?.state !== 'nopay') throw new Error(`no recharge ${id} waits for a payment`)
  return order
}

/** What becomes of a recharge that is paid by scan, in the transaction that ends its payment. */
export const paidRecharges = {
  kind: 'recharge',
  paid: async (trx: Transaction, id: string, _payment: unknown, deps: Deps): Promise<void> => {
    const { orgCode } = await settleRecharge(deps, trx, await waiting(trx, id))
    for (const topic of SETTLED_TOPICS) await deps.realtime.publish({ topic, orgCode }, trx)
  },
  closed: async (trx: Transaction, id: string, _payment: unknown, deps: Deps): Promise<void> =>
    closeRecharge(deps, trx, await waiting(trx, id)),
}
