import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'

/** What the customer at the counter does. */
export type Customer = 'pays' | 'thinks' | 'isPoor'

export interface Trade {
  /** As the merchant calls it. */
  number: string
  amount: number
  state: 'paying' | 'paid' | 'reversed' | 'refused'
  transactionId: string
  paidAt: Date | null
  refunds: Map<string, number>
}

/** How the gateway behaves towards its next callers. */
export interface Mood {
  /** Closes the connection in place of answering. */
  silent?: boolean
  /** Does what it is asked for, and closes the connection in place of answering. */
  losesAnswers?: boolean
  /** Signs with a key that nobody knows. */
  forged?: boolean
  /** Reverses by word only: the customer pays all the same. */
  liesOnReversal?: boolean
  /** Refunds take their time. */
  slowRefunds?: boolean
  /** Refunds, and says all the same that it refuses to. */
  deniesRefunds?: boolean
}

/** The money side that both gateways share: who paid what, and what went back. */
export class Bank {
  readonly trades = new Map<string, Trade>()
  customer: Customer = 'pays'
  mood: Mood = {}
  /** Calls whose signature was not the merchant's. */
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
    const trade: Trade = { number, amount, state, transactionId, paidAt, refunds: new Map() }
    this.trades.set(number, trade)
    return trade
  }

  /** The customer confirms on the phone. */
  confirm(number: string): void {
    const trade = this.trades.get(number)
    if (!trade) throw new Error(`nobody was asked for ${number}`)
    trade.state = 'paid'
    trade.paidAt = this.#clock()
  }

  reverse(number: string): Trade | undefined {
    const trade = this.trades.get(number)
    if (trade && !this.mood.liesOnReversal) trade.state = 'reversed'
    return trade
  }

  /** Once for each number of a refund; false: more than was paid. */
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

/** What a test needs of a gateway, whichever provider's it stands for. */
export interface PayGateway {
  bank: Bank
  provider: 'wechat' | 'alipay'
  payCode: string
  /** What the server is started with. */
  config: { wechatPayUrl?: string; alipayUrl?: string }
  settings: Record<string, string>
  secrets: Record<string, string>
  /** A notification of a payment as the provider sends it. */
  notification(
    number: string,
    change?: { amount?: number; isForged?: boolean },
  ): { headers: Record<string, string>; body: string }
  close(): Promise<void>
}
