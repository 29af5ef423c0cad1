import { type RawBuilder, sql } from 'kysely'
import type { Test } from '#server/core/search/ranked-rows.ts'
import type { Transaction } from '#server/db/database.ts'
import { toTradeNumber } from '#server/features/payments/providers/provider-formats.calc.ts'

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

const TRANSACTION = /^[\da-z_-]{10,64}$/i

/** The test for orders by the provider's number of their payment: an order and its payment have the same id. */
export const paymentTests = (word: string): Test[] =>
  TRANSACTION.test(word)
    ? [
        {
          match: 'exact',
          where: sql`t.id = any(array(select p.id from payment p where p.transaction_id = ${word} and p.transaction_id <> ''))`,
          by: sql`t.id`,
          atOnce: true,
        },
      ]
    : []
