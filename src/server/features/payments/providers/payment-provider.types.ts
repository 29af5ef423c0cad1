import type { PhonePayer } from '#server/features/payments/start-payment.service.ts'
import type { Minor } from '#shared/core/money.ts'
import type { PayWay, PhoneHandover } from '#shared/features/payments/payments.schema.ts'

/** A payment to send to a provider, which identifies it by our id. */
export interface NewTrade {
  id: string
  amount: Minor
  /** The code that the customer shows. */
  payCode: string
  /** The text that the customer sees. */
  subject: string
  terminalId: string | null
}

/** A payment that begins on the guest's own phone. */
export interface NewPhoneTrade {
  id: string
  amount: Minor
  subject: string
  payer: PhonePayer
  /** The provider accepts it until then. */
  expiresAt: Date
}

/** Whether a provider accepts a payment on the phone, and what the phone needs to open the provider's page. */
export type Prepared = { state: 'prepared'; handover: PhoneHandover } | Extract<Trade, { state: 'refused' }>

/** A payment that must not succeed any more. */
export interface UnwantedTrade {
  id: string
  way: PayWay
  /** Whether the provider accepts it no longer, even if it learns of it only now. */
  isExpired: boolean
}

/**
 * `done`: nothing was taken, or it was returned. `paid`: the guest has paid meanwhile, and must get a refund. `again`: to be repeated.
 */
export type Reversal = 'done' | 'paid' | 'again'

/** The state of a payment at a provider. */
export type Trade =
  | { state: 'paid'; transactionId: string; amount: Minor; paidAt: Date }
  /** The customer must still confirm it. */
  | { state: 'paying' }
  /** It will never be paid. */
  | { state: 'refused'; reason: string }
  /** It was reversed or fully refunded. */
  | { state: 'reversed' }
  /** The provider does not know it. */
  | { state: 'unknown' }

export interface NewRefund {
  /** By which the provider knows the refund: it refunds once for each number. */
  number: string
  tradeId: string
  amount: Minor
  /** Amount of the whole payment. */
  total: Minor
  reason: string
}

export type Refund =
  | { state: 'done'; refundId: string }
  | { state: 'processing' }
  /** The money has left the merchant and did not reach the customer: the merchant finishes it on the provider's platform. */
  | { state: 'stuck'; reason: string }
  /** Final; a retry does not help. `isClosed`: no money has moved, and another request needs another number. */
  | { state: 'refused'; reason: string; isClosed?: boolean }

export interface RawNotification {
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** A line of a provider's bill of a day. */
export interface BillLine {
  /** Our payment id, if the provider's number is one of ours. */
  tradeId: string
  transactionId: string
  /** Positive: paid by the customer; negative: returned. */
  amount: Minor
}

/**
 * A provider of payments by a code that the customer shows or on the customer's own phone, modelled on WeChat Pay and Alipay.
 *
 * All calls are idempotent by our ids. An exception means that the result is unknown, and the call is repeated.
 */
export interface PaymentProvider {
  pay(trade: NewTrade): Promise<Trade>
  query(id: string): Promise<Trade>
  /** Has a payment on the guest's own phone ready; undefined where the provider takes none. */
  prepare?(trade: NewPhoneTrade): Promise<Prepared>
  /** Ends a payment in any state: an unpaid one is closed; a paid one is returned if the guest showed a code. */
  reverse(trade: UnwantedTrade): Promise<Reversal>
  refund(refund: NewRefund): Promise<Refund>
  /** Our id of the payment in a notification; null if the signature is wrong. Its contents are not trusted. */
  readNotification(notification: RawNotification): Promise<string | null>
  /** The response that stops the provider from notifying again. */
  notified: { contentType: string; body: string }
  /** Payments and refunds of a day (`yyyy-MM-dd`, Chinese time); null if there is no bill yet. */
  bill(day: string): Promise<BillLine[] | null>
}

/** Access of a store to a provider: its settings and decrypted keys. */
export interface ProviderAccess {
  orgCode: string
  settings: Readonly<Record<string, string>>
  keys: Readonly<Record<string, string>>
}

/** Timeout of a call; after that it is repeated. */
export const ANSWER_MS = 6000

/** No response, or one that leaves the state of the payment unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}
