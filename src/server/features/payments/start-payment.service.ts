import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Minor } from '#shared/core/money.ts'
import type { PhonePayWay } from '#shared/features/payments/payments.schema.ts'
import { shapeOfPayCode } from '#shared/features/scans/pay-code.calc.ts'

/** What a provider must know about a guest who pays on the own phone. */
export interface PhonePayer {
  way: PhonePayWay
  /** The guest's id under the merchant's app id; empty outside of WeChat. */
  openid: string
  ip: string
  /** The page to which the provider sends the guest back. */
  page: string
}

/** The payment of an order. */
export interface PaymentToStart {
  orderKind: string
  /** Also the payment id: an order has one payment, and after a failure the customer pays for a new order. */
  orderId: string
  orgCode: string
  amount: Minor
  /** The code that the guest showed; empty where the guest pays on the own phone. */
  payCode: string
  phone?: PhonePayer | undefined
  /** Text in the provider's app. */
  subject: string
  operatorId: string
  operatorName: string
  cashierId: string | null
  terminalId: string | null
}

/** Sealing purpose of a pay code or of the data of a payer, bound to its payment. */
export const payCodePurpose = (paymentId: string): string => `pay code ${paymentId}`

/**
 * The argument of the SQL function `start_payment`, for functions that create a whole order in one round trip. It contains the pay code
 * or the payer only sealed. Throws `payments.codeUnknown`.
 */
export function paymentCall({ sealer, clock }: Pick<Deps, 'sealer' | 'clock'>, payment: PaymentToStart): object {
  const { payCode, phone, orderId, ...rest } = payment
  const call = { ...rest, id: orderId, now: clock() }
  const seal = (text: string) => sealer.seal(text, payCodePurpose(orderId))
  if (phone) {
    const codeShape = phone.way === 'wap' ? 'alipay' : 'wechat'
    return { ...call, way: phone.way, codeShape, codeSealed: seal(JSON.stringify(phone)) }
  }
  const code = payCode.trim()
  const codeShape = shapeOfPayCode(code)
  if (!codeShape) throw new AppError('payments.codeUnknown', { field: 'payCode' })
  return { ...call, codeShape, codeSealed: seal(code) }
}

/**
 * Starts the payment of an order in the transaction that creates the order. After the commit the provider is called. Within 60 s, or
 * minutes on the guest's phone, the slice of the order is notified of the result by `paidOrders` of its manifest.
 */
export async function startPayment(deps: Deps, trx: Transaction, payment: PaymentToStart): Promise<void> {
  await sql`select start_payment(${JSON.stringify(paymentCall(deps, payment))})`.execute(trx)
}
