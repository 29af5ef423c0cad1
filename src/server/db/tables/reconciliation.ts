import type { ColumnType, Generated } from 'kysely'
import type { DifferenceState, RecordDifferenceKind } from '#shared/features/reconciliation/reconciliation.schema.ts'

interface ReconciliationRun {
  id: string
  orgCode: string
  /** Empty: by the clock. */
  startedBy: Generated<string>
  startedAt: Date
  endedAt: Date
  found: number
  /** How many of them are new. */
  opened: number
}

interface ReconciliationDifference {
  id: string
  orgCode: string
  kind: RecordDifferenceKind
  reference: Generated<string>
  memberId: Generated<string>
  account: Generated<string>
  project: Generated<string>
  stored: number
  expected: number
  difference: ColumnType<number, never, never>
  personId: string | null
  personName: Generated<string>
  state: Generated<DifferenceState>
  createdAt: Date
  /** When it was found last. */
  seenAt: Date
  settledAt: Date | null
  settledBy: Generated<string>
  remark: Generated<string>
}

export interface ReconciliationTables {
  reconciliationRun: ReconciliationRun
  reconciliationDifference: ReconciliationDifference
}
