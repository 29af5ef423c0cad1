import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Minor } from '#shared/core/money.ts'
import { shapeOfPayCode } from '#shared/features/scans/pay-code.calc.ts'

/** The payment of an order. */
export interface PaymentToStart {
  orderKind: string
  /** Also the payment id: an order has one payment, and after a failure the customer pays for a new order. */
  orderId: string
  orgCode: string
  amount: Minor
  payCode: string
  /** Text in the provider's app. */
  subject: string
  operatorId: string
  operatorName: string
  cashierId: string | null
  terminalId: string | null
}

/** Sealing purpose of a pay code, bound to its payment. */
export const payCodePurpose = (paymentId: string): string => `pay code ${paymentId}`

/**
 * The argument of the SQL function `start_payment`, for functions that create a whole order in one round trip. It contains the pay code
 * only sealed. Throws `payments.codeUnknown`.
 */
export function paymentCall({ sealer, clock }: Pick<Deps, 'sealer' | 'clock'>, payment: PaymentToStart): object {
  const { payCode, orderId, ...rest } = payment
  const code = payCode.trim()
  const codeShape = shapeOfPayCode(code)
  if (!codeShape) throw new AppError('payments.codeUnknown', { field: 'payCode' })
  return { ...rest, id: orderId, codeShape, codeSealed: sealer.seal(code, payCodePurpose(orderId)), now: clock() }
}

/**
 * Starts the payment of an order in the transaction that creates the order. After the commit the provider is called. Within 60 s the slice
 * of the order is notified of the result by `paidOrders` of its manifest.
 */
export async function startPayment(deps: Deps, trx: Transaction, payment: PaymentToStart): Promise<void> {
  await sql`select start_payment(${JSON.stringify(paymentCall(deps, payment))})`.execute(trx)
}
