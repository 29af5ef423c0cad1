import type { DifferenceWhat } from '#shared/features/reconciliation/reconciliation.schema.ts'

/** Something that is not what it ought to be, by what other records say. */
export interface FoundDifference {
  orgCode: string
  kind: DifferenceWhat
  /** Of the order, payment, shift, lot or line; empty: it is a wallet's. */
  reference: string
  /** Empty where it is of nobody. */
  memberId: string
  account: string
  project: string
  stored: number
  expected: number
  /** Who answers for it; null where nobody does. */
  personId: string | null
}
