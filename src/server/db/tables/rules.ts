import type { ColumnType, Generated } from 'kysely'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface Stamped {
  createdBy: Generated<string>
  createdAt: CreatedAt
  updatedBy: ColumnType<string | null, string | null | undefined, string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface ConsumeRule extends Stamped {
  id: string
  orgCode: string
  name: string
  consumeType: ConsumeType
  toolType: Generated<string>
  projectType: Generated<string>
  priceMode: Generated<'one' | 'every'>
  /** How many people one charge is for where it charges once; -1 is no limit. */
  oncePeople: Generated<number>
  price: Generated<number>
  deposit: Generated<number>
  integral: Generated<number>
  /** What a ride takes of coins, by type COIN. */
  coins: Generated<number>
  /** What coin output takes and gives, by the tool COIN. */
  coinPrice: Generated<number>
  coinCount: Generated<number>
  frequency: Generated<number>
  minutes: Generated<number>
  laps: Generated<number>
  memberLevel: Generated<string>
  /** Whether the discount of a member's level is taken off the price. */
  levelDiscount: Generated<boolean>
  indexNumber: Generated<number>
  active: Generated<boolean>
  /** Deleted: it stays for the records that used it. */
  withdrawnAt: ColumnType<Date | null, Date | null | undefined, Date | null>
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
  /** Whether guests may line up by it at a kiosk. */
  selfService: Generated<boolean>
  /** Whether it asks for a signed agreement, whatever the store does. */
  needsAgreement: Generated<boolean>
  experience: Generated<number>
  ranked: Generated<boolean>
  /** Of a coupon's code: how often it may be used, and for how many minutes once it was. */
  codeUses: Generated<number>
  codeMinutes: Generated<number>
  couponValue: Generated<number>
  platformProduct: Generated<string>
}

/** An offer of the store beside what a session costs. */
interface Offer extends Stamped {
  id: string
  orgCode: string
  name: string
  projectType: Generated<string>
  price: Generated<number>
  active: Generated<boolean>
  indexNumber: Generated<number>
  withdrawnAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface RechargeRule extends Offer {
  shownName: Generated<string>
  amountType: 'fixed' | 'custom'
  salesMethod: 'storedValue' | 'listedPrice'
  recharge: Generated<number>
  give: Generated<number>
  integral: Generated<number>
  frequency: Generated<number>
  laps: Generated<number>
  validityType: Generated<'fixedDays' | 'fixedDate' | 'forever'>
  validDays: Generated<number>
  validOn: string | null
  memberLevel: Generated<string>
  selfService: Generated<boolean>
  timeLimited: Generated<boolean>
  offeredFrom: string | null
  offeredUntil: string | null
  /** The gift that it includes; null: none. */
  giftId: Generated<string | null>
  giftCount: Generated<number>
}

interface PlayCardRule extends Offer {
  /** 0: without an end. */
  days: Generated<number>
  /** -1: any number. */
  plays: Generated<number>
  needsPhoto: Generated<boolean>
}

interface SubProject extends Stamped {
  id: string
  orgCode: string
  code: string
  name: string
  photo: Generated<string>
  active: Generated<boolean>
  indexNumber: Generated<number>
}

export interface RuleTables {
  consumeRule: ConsumeRule
  rechargeRule: RechargeRule
  playCardRule: PlayCardRule
  subProject: SubProject
}
