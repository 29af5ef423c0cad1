import { sql } from 'kysely'
import type { Deps, PaidOrders } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { MAX_CHARGE_VEHICLES } from '#shared/features/sessions/charge.schema.ts'

/** The kind of a consume order in payments. */
export const CONSUME_ORDER = 'consume'

/** Ends orders with a pending scan payment: when paid, their rides start; when closed, they are void. */
export const paidConsumeOrders: PaidOrders = {
  kind: CONSUME_ORDER,
  async paid(trx, orderId, _payment, deps) {
    const ids = () => Array.from({ length: MAX_CHARGE_VEHICLES }, newId)
    const { rows } = await sql<{ orgCode: string | null }>`
      select pay_order(${orderId}, ${ids()}::uuid[], ${ids()}::uuid[], ${deps.clock()}) as org_code`.execute(trx)
    await announce(deps, trx, orderId, rows[0]?.orgCode)
  },
  async closed(trx, orderId, _payment, deps) {
    const { rows } = await sql<{ orgCode: string | null }>`
      select close_order(${orderId}, ${deps.clock()}) as org_code`.execute(trx)
    await announce(deps, trx, orderId, rows[0]?.orgCode)
  },
}

/** Published when the transaction commits. */
async function announce(deps: Deps, trx: Transaction, id: string, orgCode: string | null | undefined): Promise<void> {
  if (!orgCode) return
  for (const topic of ['playRecords', 'vehicles', 'printJobs']) await deps.realtime.publish({ topic, orgCode }, trx)
  const line = trx
    .selectFrom('orderLine')
    .select('id')
    .where('orderId', '=', id)
    .where('orgCode', '=', orgCode)
    .limit(1)
  if (await line.executeTakeFirst()) await deps.realtime.publish({ topic: 'products', orgCode }, trx)
}
