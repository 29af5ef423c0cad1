import type { ColumnType, Generated } from 'kysely'
import type {
  DifferenceKind,
  PaymentState,
  PayWay,
  ProviderName,
  RefundState,
} from '#shared/features/payments/payments.schema.ts'

type Json<T> = ColumnType<T, string, string>

interface PaymentProvider {
  orgCode: string
  provider: ProviderName
  enabled: boolean
  settings: Json<Record<string, string>>
  /** JSON of the keys, sealed. */
  keysSealed: string
  updatedBy: Generated<string>
  updatedAt: Date
}

interface PaymentProviderChange {
  id: string
  orgCode: string
  provider: ProviderName
  enabled: boolean
  /** Everything as it is to be. */
  settings: Json<Record<string, string>>
  /** Empty after it is decided. */
  keysSealed: string
  fields: string[]
  state: 'open' | 'done' | 'refused' | 'replaced'
  proposerId: string
  proposerName: string
  proposedAt: Date
  deciderId: string | null
  deciderName: Generated<string>
  decidedAt: Date | null
}

interface Payment {
  /** The order's. */
  id: string
  orgCode: string
  orderKind: string
  provider: ProviderName
  amount: number
  subject: string
  way: Generated<PayWay>
  /** The code that was shown, or the data of who pays on the phone. */
  codeSealed: string
  preparedSealed: Generated<string>
  state: PaymentState
  reversal: 'none' | 'owed' | 'done'
  transactionId: string
  reason: string
  trouble: string
  operatorId: string
  operatorName: string
  cashierId: string | null
  terminalId: string | null
  createdAt: Date
  askedAt: Date | null
  /** By the provider's clock. */
  paidAt: Date | null
  endedAt: Date | null
  nextAt: Date | null
  claimUntil: Date | null
  tries: number
}

interface PaymentRefund {
  id: string
  orgCode: string
  paymentId: string
  amount: number
  kind: 'late' | 'order'
  reason: Generated<string>
  state: Generated<RefundState>
  providerRefundId: Generated<string>
  /** By which the provider knows it; null: the id. A closed refund gets another. */
  number: Generated<string | null>
  trouble: Generated<string>
  createdAt: Date
  endedAt: Date | null
  nextAt: Date | null
  claimUntil: Date | null
  tries: Generated<number>
}

interface PaymentBill {
  orgCode: string
  provider: ProviderName
  day: string
  records: number
  paid: number
  refunded: number
  differences: number
  comparedAt: Date
}

interface PaymentDifference {
  id: string
  orgCode: string
  provider: ProviderName
  day: string
  /** Its id in the provider's statement. */
  reference: string
  paymentId: string | null
  kind: DifferenceKind
  ours: number
  theirs: number
  state: Generated<'open' | 'settled'>
  remark: Generated<string>
  createdAt: Date
  settledAt: Date | null
  settledBy: Generated<string>
}

/** A payment as stored by the sandbox. */
interface SandboxTrade {
  id: string
  orgCode: string
  amount: number
  behaviour: string
  madeAt: Date
  /** Null: never. */
  paysAt: Date | null
  reversedAt: Date | null
  /** Notifications that are still to be sent. */
  notices: number
}

interface SandboxRefund {
  id: string
  orgCode: string
  tradeId: string
  amount: number
  madeAt: Date
}

export interface PaymentTables {
  paymentProvider: PaymentProvider
  paymentProviderChange: PaymentProviderChange
  payment: Payment
  paymentRefund: PaymentRefund
  paymentBill: PaymentBill
  paymentDifference: PaymentDifference
  sandboxTrade: SandboxTrade
  sandboxRefund: SandboxRefund
}
