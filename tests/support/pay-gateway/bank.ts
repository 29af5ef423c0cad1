import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { PhoneHandover } from '#shared/features/payments/payments.schema.ts'

/** What the customer at the counter does. */
export type Customer = 'pays' | 'thinks' | 'isPoor'

export interface Trade {
  /** The merchant's reference. */
  number: string
  amount: number
  state: 'paying' | 'paid' | 'reversed' | 'refused'
  transactionId: string
  paidAt: Date | null
  /** Of a payment on the guest's phone: until then it can be paid. */
  expiresAt: Date | null
  refunds: Map<string, number>
}

/** How the gateway behaves towards its next callers. */
export interface Mood {
  /** Closes the connection instead of answering. */
  silent?: boolean
  /** Carries out the call, and closes the connection instead of answering. */
  losesAnswers?: boolean
  /** Signs with an unknown key. */
  forged?: boolean
  /** Confirms a reversal without doing it: the customer pays nevertheless. */
  liesOnReversal?: boolean
  /** Refunds are delayed. */
  slowRefunds?: boolean
  /** Refunds do not reach the customer until a person deals with them; WeChat Pay only. */
  abnormalRefunds?: boolean
  /** Closes new refunds for good, without refunding; WeChat Pay only. */
  closesRefunds?: boolean
  /** Refunds, but reports a refusal. */
  deniesRefunds?: boolean
}

/** The money that both gateways share: payments and refunds. */
export class Bank {
  readonly trades = new Map<string, Trade>()
  customer: Customer = 'pays'
  mood: Mood = {}
  /** Calls without a valid signature of the merchant. */
  refusedCalls = 0
  readonly #clock: () => Date

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  /** Those of a day of Chinese time (`yyyy-MM-dd`). */
  tradesOf(day: string): Trade[] {
    return [...this.trades.values()].filter(({ paidAt }) => paidAt && toWireTime(paidAt).startsWith(day))
  }

  pay(number: string, amount: number): Trade {
    const known = this.trades.get(number)
    if (known) return known
    const state = { pays: 'paid', thinks: 'paying', isPoor: 'refused' }[this.customer] as Trade['state']
    const transactionId = `42${newId().replace(/\D/g, '').padEnd(26, '0').slice(0, 26)}`
    const paidAt = state === 'paid' ? this.#clock() : null
    const trade: Trade = { number, amount, state, transactionId, paidAt, expiresAt: null, refunds: new Map() }
    this.trades.set(number, trade)
    return trade
  }

  /** A payment that the guest can confirm on the phone until it expires; the same one for the same number. */
  await(number: string, amount: number, expiresAt: Date): Trade {
    const { customer } = this
    this.customer = 'thinks'
    const trade = this.pay(number, amount)
    this.customer = customer
    trade.expiresAt ??= expiresAt
    return trade
  }

  /** The customer confirms on the phone. Throws for a payment on the phone that is closed or expired. */
  confirm(number: string): void {
    const trade = this.trades.get(number)
    if (!trade) throw new Error(`no payment ${number}`)
    if (trade.expiresAt !== null && (trade.state !== 'paying' || trade.expiresAt <= this.#clock()))
      throw new Error(`the payment ${number} is ${trade.state} or expired`)
    trade.state = 'paid'
    trade.paidAt = this.#clock()
  }

  /** Closes an unpaid payment on the phone. */
  close(trade: Trade): void {
    if (!this.mood.liesOnReversal) trade.state = 'reversed'
  }

  reverse(number: string): Trade | undefined {
    const trade = this.trades.get(number)
    if (trade && !this.mood.liesOnReversal) trade.state = 'reversed'
    return trade
  }

  /** Once for each refund number; false: more than was paid. */
  refund(number: string, refundNumber: string, amount: number): boolean {
    const trade = this.trades.get(number)
    if (trade?.state !== 'paid') return false
    if (trade.refunds.has(refundNumber)) return true
    if (this.refunded(trade) + amount > trade.amount) return false
    trade.refunds.set(refundNumber, amount)
    return true
  }

  refunded({ refunds }: Trade): number {
    return [...refunds.values()].reduce((sum, one) => sum + one, 0)
  }
}

/** The interface of a gateway for tests, of any provider. */
export interface PayGateway {
  bank: Bank
  provider: 'wechat' | 'alipay'
  payCode: string
  /** The guest's id under the merchant's app id. */
  openid: string
  /** The server's start options. */
  config: { wechatPayUrl?: string; alipayUrl?: string }
  settings: Record<string, string>
  secrets: Record<string, string>
  /** The guest's phone opens the provider's page, which checks its signature; returns the number of the payment. */
  open(handover: PhoneHandover): Promise<string>
  /** A notification of a payment as the provider sends it. */
  notification(
    number: string,
    change?: { amount?: number; isForged?: boolean },
  ): { headers: Record<string, string>; body: string }
  close(): Promise<void>
}
