import type { ColumnType, Generated } from 'kysely'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface ConsumeRule {
  id: string
  orgCode: string
  name: string
  consumeType: ConsumeType
  toolType: Generated<string>
  projectType: Generated<string>
  priceMode: Generated<'one' | 'every'>
  price: Generated<number>
  deposit: Generated<number>
  integral: Generated<number>
  frequency: Generated<number>
  minutes: Generated<number>
  laps: Generated<number>
  memberLevel: Generated<string>
  indexNumber: Generated<number>
  active: Generated<boolean>
  useMode: Generated<'immediate' | 'lineup' | 'both'>
  useBracelet: Generated<boolean>
  braceletCount: Generated<number>
  /** Whether the limits of uses bind; in each of them -1 is no limit. */
  limited: Generated<boolean>
  dailyLimit: Generated<number>
  memberLimit: Generated<number>
  /** Weekdays on which it is offered, 1 for Monday; none: every day. */
  memberDays: Generated<number[]>
  memberDayLimit: Generated<number>
  gatherFace: Generated<boolean>
  experience: Generated<number>
  ranked: Generated<boolean>
  /** Of a coupon's code: how often it may be used, and for how many minutes once it was. */
  codeUses: Generated<number>
  codeMinutes: Generated<number>
  coinPrice: Generated<number>
  coinCount: Generated<number>
  couponValue: Generated<number>
  platformProduct: Generated<string>
  createdBy: Generated<string>
  createdAt: CreatedAt
  updatedBy: ColumnType<string | null, string | null | undefined, string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface RuleTables {
  consumeRule: ConsumeRule
}
