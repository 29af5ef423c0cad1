import type { Generated } from 'kysely'
import type { ExchangeState } from '#shared/features/exchange/exchanges.schema.ts'
import type { WalletKind } from './ledger.ts'

/** Wallets and amounts of a rate, in ledger units. */
interface Rate {
  fromWallet: WalletKind
  /** Of visits; empty for all others. */
  fromProject: string
  toWallet: Exclude<WalletKind, 'balance'>
  toProject: string
  fromUnits: number
  toUnits: number
}

interface ExchangeRate extends Rate {
  id: string
  orgCode: string
  minimum: number
  step: number
  /** -1: no limit. */
  dayLimit: Generated<number>
  /** Empty: every member. */
  memberLevel: Generated<string>
  active: Generated<boolean>
  remark: Generated<string>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

interface WalletExchange extends Rate {
  /** The idempotency key of its call, and the cause of its ledger entries. */
  id: string
  orgCode: string
  memberId: string
  rateId: string
  amount: number
  received: number
  state: Generated<ExchangeState>
  businessDay: string
  operatorId: string
  operatorName: Generated<string>
  terminalId: string | null
  terminalName: Generated<string>
  createdAt: Date
  /** The cause of the ledger entries that reverse it. */
  reversalId: string | null
  reversedAt: Date | null
  reversedBy: Generated<string>
  reverserId: string | null
  /** Why it was reversed. */
  reason: Generated<string>
}

export interface ExchangeTables {
  exchangeRate: ExchangeRate
  walletExchange: WalletExchange
}
