import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { toTradeNumber } from './provider-formats.calc.ts'

/** The numbers that identify a payment; null if no provider was called. */
export interface PaymentNumbers {
  /** The number sent to the provider: the payment id without hyphens. */
  payOrderNumber: string | null
  /** The provider's transaction number. */
  serialNumber: string | null
}

/** SQL that joins the numbers of an order's payment as `pay`; an order and its payment have the same id. */
export const paymentNumbersOf = (order: RawBuilder<unknown>): RawBuilder<unknown> => sql`left join lateral (
  select replace(p.id::text, '-', '') as pay_order_number, p.transaction_id as serial_number
    from payment p where p.id = ${order}.id and p.org_code = ${order}.org_code) pay on true`

/** Payment numbers by order id. */
export async function paymentNumbers(
  trx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { payOrderNumber: string; serialNumber: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await trx.selectFrom('payment').select(['id', 'transactionId']).where('id', 'in', ids).execute()
  return new Map(
    rows.map(({ id, transactionId }) => [id, { payOrderNumber: toTradeNumber(id), serialNumber: transactionId }]),
  )
}
