import type { ColumnType, Generated } from 'kysely'
import type { DeletionState } from '#shared/features/member-page/member-deletions.contract.ts'

interface MemberSession {
  tokenHash: string
  orgCode: string
  memberId: string
  createdAt: Date
  expiresAt: Date
  address: string
  agent: string
}

interface MemberDeletionRequest {
  id: string
  orgCode: string
  memberId: string
  reason: Generated<string>
  state: Generated<DeletionState>
  /** What the manager answered, which the member reads. */
  answer: Generated<string>
  answeredBy: Generated<string>
  answeredAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface MemberPageTables {
  memberSession: MemberSession
  memberDeletionRequest: MemberDeletionRequest
}
