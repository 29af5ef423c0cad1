import type { ColumnType, Generated } from 'kysely'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface Member {
  id: Generated<string>
  orgCode: string
  nickname: Generated<string>
  realname: Generated<string>
  phone: Generated<string>
  /** Serves the search by the end of a phone. */
  phoneReversed: ColumnType<string, never, never>
  avatar: Generated<string>
  physicalCard: Generated<string>
  balance: Generated<number>
  give: Generated<number>
  integral: Generated<number>
  laps: Generated<number>
  heldMoney: Generated<number>
  heldIntegral: Generated<number>
  heldLaps: Generated<number>
  memberLevel: Generated<string>
  /** Argon2id, null where the member has no consumption password. */
  consumePassword: string | null
  frozen: Generated<boolean>
  createdAt: CreatedAt
}

interface MemberProject {
  memberId: string
  orgCode: string
  projectType: string
  frequency: Generated<number>
  unlimitedName: Generated<string>
  unlimitedUntil: Date | null
  unlimitedUses: Generated<number>
}

interface WalletLedger {
  seq: ColumnType<number, never, never>
  orgCode: string
  memberId: string
  wallet: 'balance' | 'give' | 'integral' | 'laps' | 'frequency'
  project: Generated<string>
  delta: number
  valueAfter: number
  causeKind: 'opening' | 'recharge' | 'consume' | 'refund' | 'adjust'
  causeId: string
  operatorId: string | null
  cashierId: string | null
  terminalId: string | null
  createdAt: CreatedAt
}

export interface MemberTables {
  member: Member
  memberProject: MemberProject
  walletLedger: WalletLedger
}
