import type { ColumnType } from 'kysely'
import type { FillKind } from '#shared/features/fill-rules/fill-rules.contract.ts'

interface FillRule {
  id: string
  ruleName: string
  ruleCode: string
  ruleClass: FillKind
  /** JSON. */
  ruleParams: string
  createdBy: string | null
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: string | null
  updatedAt: Date | null
}

interface FillCounter {
  ruleId: string
  /** A store's code, or empty where all stores count together. */
  holder: string
  period: string
  stripe: number
  nextIndex: number
}

export interface FillRuleTables {
  fillRule: FillRule
  fillCounter: FillCounter
}
