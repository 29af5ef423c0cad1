import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Minor } from '#shared/core/money.ts'
import { shapeOfPayCode } from '#shared/features/scans/pay-code.calc.ts'

/** A payment that an order begins with. */
export interface PaymentToStart {
  orderKind: string
  /** The payment's id as well: an order has one payment, and where that fails the customer pays for a new order. */
  orderId: string
  orgCode: string
  amount: Minor
  payCode: string
  /** What the customer reads in the provider's app. */
  subject: string
  operatorId: string
  operatorName: string
  cashierId: string | null
  terminalId: string | null
}

/** What binds a sealed pay code to its payment. */
export const payCodePurpose = (paymentId: string): string => `pay code ${paymentId}`

/**
 * What the SQL function `start_payment` takes, for functions that do all of an order in one round trip; it holds the pay code
 * sealed only.
 */
export function paymentCall({ sealer, clock }: Pick<Deps, 'sealer' | 'clock'>, payment: PaymentToStart): object {
  const { payCode, orderId, ...rest } = payment
  const code = payCode.trim()
  const codeShape = shapeOfPayCode(code)
  if (!codeShape) throw new AppError('payments.codeUnknown', { field: 'payCode' })
  return { ...rest, id: orderId, codeShape, codeSealed: sealer.seal(code, payCodePurpose(orderId)), now: clock() }
}

/**
 * Begins the payment of an order, in the transaction that makes the order. When that has committed the provider is asked, and within 60 s the
 * order's slice hears by `paidOrders` of its manifest what became of it.
 */
export async function startPayment(deps: Deps, trx: Transaction, payment: PaymentToStart): Promise<void> {
  await sql`select start_payment(${JSON.stringify(paymentCall(deps, payment))})`.execute(trx)
}
