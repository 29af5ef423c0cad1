import type { ColumnType, GeneratedAlways } from 'kysely'

/** What of a member's is counted in wallets. */
export type WalletKind = 'balance' | 'give' | 'integral' | 'laps' | 'frequency'

/** How money comes in and goes out, and what stands for it. */
export type Tender = 'cash' | 'scan' | 'coupon' | 'deposit'

/** Everything that the ledger keeps: wallets, uses of unlimited cards, tenders. */
export type LedgerAccount = WalletKind | 'unlimited' | Tender

export type CauseKind =
  | 'opening'
  | 'recharge'
  | 'consume'
  | 'refund'
  | 'adjust'
  | 'mergeOut'
  | 'mergeIn'
  | 'expire'
  | 'float'
  | 'cashIn'
  | 'cashOut'
  | 'depositReturn'
  | 'bookDeposit'
  | 'bookReturn'
  | 'bookKept'

/** Only functions of the database write these tables. */
type Read<T> = ColumnType<T, never, never>

interface Wallet {
  orgCode: Read<string>
  memberId: Read<string>
  kind: Read<WalletKind>
  /** Of visits; empty for all others. */
  project: Read<string>
  value: Read<number>
  /** What open orders reserve of it. */
  held: Read<number>
  /** No lot of it ends before; null: none ends. */
  endsFrom: Read<Date | null>
}

interface WalletLot {
  id: GeneratedAlways<number>
  orgCode: Read<string>
  memberId: Read<string>
  kind: Read<WalletKind>
  project: Read<string>
  issued: Read<number>
  valueLeft: Read<number>
  /** Null: no end. */
  validUntil: Read<Date | null>
  /** The cause that put it there; `before` for what a wallet held when lots began. */
  sourceKind: Read<CauseKind | 'before'>
  sourceId: Read<string | null>
  createdAt: Read<Date>
  isOpen: GeneratedAlways<boolean>
}

interface Hold {
  /** The order that reserves it. */
  id: Read<string>
  orgCode: Read<string>
  memberId: Read<string>
  state: Read<'held' | 'captured' | 'released'>
  createdAt: Read<Date>
  endedAt: Read<Date | null>
}

interface HoldLine {
  holdId: Read<string>
  orgCode: Read<string>
  kind: Read<WalletKind>
  project: Read<string>
  amount: Read<number>
}

interface LedgerLine {
  seq: GeneratedAlways<number>
  orgCode: Read<string>
  /** Null: a tender of somebody who is no member. */
  memberId: Read<string | null>
  account: Read<LedgerAccount>
  project: Read<string>
  delta: Read<number>
  /** Null for tenders; -1 uses of an unlimited card: no limit. */
  valueAfter: Read<number | null>
  causeKind: Read<CauseKind>
  causeId: Read<string>
  operatorId: Read<string | null>
  cashierId: Read<string | null>
  terminalId: Read<string | null>
  createdAt: Read<Date>
  businessDay: Read<string>
  shiftId: Read<string | null>
  /** The `seq` of the line that this one gives back. */
  reverses: Read<number | null>
  lotIds: Read<number[]>
  lotDeltas: Read<number[]>
}

export interface LedgerTables {
  wallet: Wallet
  walletLot: WalletLot
  hold: Hold
  holdLine: HoldLine
  ledgerLine: LedgerLine
}
