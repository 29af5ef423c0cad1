import type { Minor } from '#shared/core/money.ts'

/** A payment as it is put to a provider, which knows it by our id from then on. */
export interface NewTrade {
  id: string
  amount: Minor
  /** What the customer shows. */
  payCode: string
  /** What the customer reads. */
  subject: string
  terminalId: string | null
}

/** What a provider says of a payment. */
export type Trade =
  | { state: 'paid'; transactionId: string; amount: Minor; paidAt: Date }
  /** The customer has still to confirm it. */
  | { state: 'paying' }
  /** It will never be paid. */
  | { state: 'refused'; reason: string }
  /** It was reversed, or all of it was given back. */
  | { state: 'reversed' }
  /** The provider was never asked for it. */
  | { state: 'unknown' }

export interface NewRefund {
  id: string
  tradeId: string
  amount: Minor
  /** Of the whole payment. */
  total: Minor
  reason: string
}

export type Refund =
  | { state: 'done'; refundId: string }
  | { state: 'processing' }
  /** Asking again will not help. */
  | { state: 'refused'; reason: string }

export interface RawNotification {
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** A line of a provider's list of a day. */
export interface BillLine {
  /** Our id of the payment, as the provider knows it. */
  tradeId: string
  transactionId: string
  /** Positive: the customer paid it; negative: it went back. */
  amount: Minor
}

/**
 * Somebody who takes money for a code that the customer shows: in the shape of what WeChat Pay and Alipay call barcode payments.
 *
 * Everything may be asked twice and is done once, because the provider knows payments and refunds by our ids. What throws is no
 * answer: nothing is known then, and it is asked again.
 */
export interface PaymentProvider {
  pay(trade: NewTrade): Promise<Trade>
  query(id: string): Promise<Trade>
  /**
   * Ends a payment whatever became of it: one that nobody paid is closed, the money of one that somebody paid goes back. False: to
   * be asked again.
   */
  reverse(id: string): Promise<boolean>
  refund(refund: NewRefund): Promise<Refund>
  /** Which payment it is about, by our id; null: its signature is not the provider's. What it says of that is not believed. */
  readNotification(notification: RawNotification): Promise<string | null>
  /** What the provider has to hear, so that it does not notify again. */
  notified: { contentType: string; body: string }
  /** What it took and gave back on a day (`yyyy-MM-dd`, Chinese time); null: it has no list of that day yet. */
  bill(day: string): Promise<BillLine[] | null>
}

/** How a store reaches a provider: what its managers have set, the keys opened. */
export interface ProviderAccess {
  orgCode: string
  settings: Readonly<Record<string, string>>
  keys: Readonly<Record<string, string>>
}

/** How long an answer may take; whoever does not answer is asked again. */
export const ANSWER_MS = 6000

/** No answer, or one that says nothing about the payment. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}
