import type { Generated } from 'kysely'
import type { RefundKind, RefundMethod, RefundState } from '#shared/features/refunds/refunds.schema.ts'

interface RefundOrder {
  /** The idempotency key of its call, which is also its id at the payment provider. */
  id: string
  orgCode: string
  orderKind: RefundKind
  orderId: string
  /** Null: a guest's. */
  memberId: string | null
  ruleName: Generated<string>
  state: RefundState
  payWay: RefundMethod
  /** Of the order's amount; 0 where that was paid with something else than money. */
  amount: number
  /** The amounts returned to the member's wallets (positive) or taken from them (negative). */
  balance: Generated<number>
  give: Generated<number>
  integral: Generated<number>
  laps: Generated<number>
  coins: Generated<number>
  frequency: Generated<number>
  unlimited: Generated<number>
  /** What of the amount was for products, and what of that returned to the gift balance. */
  goods: Generated<number>
  goodsGive: Generated<number>
  /** What of the amount a coupon had paid: the code is valid again, and no money is returned for it. */
  coupon: Generated<number>
  /** Only products were returned; the rides stay. */
  keepsRides: Generated<boolean>
  /** The previous state of the unlimited card, if the refund ended or shortened it. */
  card: object | null
  /** Whether the sale was voided at its counter, and the user who approved it if a second one was required. */
  voids: Generated<boolean>
  approverId: string | null
  approverName: Generated<string>
  reason: string
  /** Why the provider refused. */
  trouble: Generated<string>
  operatorId: string
  operatorName: Generated<string>
  cashierId: string | null
  cashierName: Generated<string>
  terminalId: string | null
  terminalName: Generated<string>
  locale: 'zh' | 'en'
  businessDay: string
  createdAt: Date
  endedAt: Date | null
}

export interface RefundTables {
  refundOrder: RefundOrder
}
