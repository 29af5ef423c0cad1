import type { Generated } from 'kysely'
import type { CoinPayMode, CoinPayState, CoinState } from '#shared/features/coins/coin-outputs.schema.ts'

interface CoinMachine {
  deviceId: string
  orgCode: string
  online: Generated<boolean>
  /** Null: it cannot tell. */
  coinsLeft: number | null
  fault: Generated<string>
  seenAt: Date | null
}

interface CoinOutput {
  /** The idempotency key of its call, the number of its command and the cause of its ledger entries. */
  id: string
  orgCode: string
  deviceId: string
  deviceName: string
  memberId: string | null
  ruleId: string | null
  ruleName: Generated<string>
  payMode: CoinPayMode
  payState: CoinPayState
  state: Generated<CoinState>
  asked: number
  counted: Generated<number>
  amount: number
  backCoins: Generated<number>
  backAmount: Generated<number>
  backId: string | null
  lateCounted: number | null
  businessDay: string
  operatorId: string
  operatorName: Generated<string>
  cashierId: string | null
  cashierName: Generated<string>
  terminalId: string | null
  terminalName: Generated<string>
  createdAt: Date
  paidAt: Date | null
  dueAt: Date | null
  endedAt: Date | null
}

interface CoinReturn {
  id: string
  orgCode: string
  memberId: string
  coins: number
  remark: Generated<string>
  operatorId: string
  operatorName: Generated<string>
  terminalId: string | null
  terminalName: Generated<string>
  businessDay: string
  createdAt: Date
}

export interface CoinTables {
  coinMachine: CoinMachine
  coinOutput: CoinOutput
  coinReturn: CoinReturn
}
