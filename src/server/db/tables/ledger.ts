import type { ColumnType, GeneratedAlways } from 'kysely'

/** The kinds of wallets. */
export type WalletKind = 'balance' | 'give' | 'integral' | 'laps' | 'coins' | 'frequency'

/** The kinds of tenders. */
export type Tender = 'cash' | 'scan' | 'coupon' | 'deposit'

/** All accounts of the ledger: wallets, uses of unlimited cards, tenders, and what stores of a chain owe each other. */
export type LedgerAccount = WalletKind | 'unlimited' | Tender | 'clearing'

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
  | 'coupon'
  | 'couponBack'
  | 'gift'
  | 'exchange'
  | 'exchangeBack'
  | 'coinOut'
  | 'coinBack'
  | 'coinIn'
  | 'eventFee'
  | 'eventBack'
  | 'commission'

/** Only SQL functions write these tables. */
type Read<T> = ColumnType<T, never, never>

interface Wallet {
  orgCode: Read<string>
  memberId: Read<string>
  kind: Read<WalletKind>
  /** Of visits; empty for all others. */
  project: Read<string>
  value: Read<number>
  /** The part that is reserved by open orders. */
  held: Read<number>
  /** The earliest end of its lots; null: none ends. */
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
  /** The cause that created it; `before` for value from before lots were introduced. */
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
  kind: Read<WalletKind | 'unlimited'>
  project: Read<string>
  amount: Read<number>
}

interface LedgerLine {
  seq: GeneratedAlways<number>
  orgCode: Read<string>
  /** Null: a tender of a walk-in. */
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
  /** The other store of a ride with a card of the chain; see `post_visit`. */
  otherOrgCode: Read<string | null>
  /** The `seq` of the entry that this one reverses. */
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
