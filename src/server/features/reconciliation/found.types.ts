import type { RecordDifferenceKind } from '#shared/features/reconciliation/reconciliation.schema.ts'

/** A difference between records of money. */
export interface FoundDifference {
  orgCode: string
  kind: RecordDifferenceKind
  /** Id of the order, payment, shift, lot or entry; empty for a wallet. */
  reference: string
  /** Empty without a member. */
  memberId: string
  account: string
  project: string
  stored: number
  expected: number
  /** The responsible user; null if there is none. */
  personId: string | null
}
