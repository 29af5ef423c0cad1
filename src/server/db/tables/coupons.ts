import type { ColumnType, Generated } from 'kysely'

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface GroupCoupon {
  id: string
  orgCode: string
  code: string
  name: Generated<string>
  /** Who vouches for it: `local`, or the platform that was asked. */
  provider: Generated<string>
  platformProduct: Generated<string>
  value: Generated<number>
  /** The consume rules it is for; none: every rule that coupons pay. */
  ruleIds: Generated<string[]>
  /** -1: without limit. */
  usesAllowed: Generated<number>
  usesMade: Generated<number>
  /** How long it is good once it was verified; -1: as long as its date says. */
  minutes: Generated<number>
  verifiedAt: Later
  validUntil: Later
  state: Generated<'unused' | 'used' | 'expired'>
  remark: Generated<string>
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: Later
}

interface GroupCouponUse {
  orderId: string
  orgCode: string
  couponId: string
  usedAt: Date
  /** When the order was closed or refunded, and the use given back. */
  undoneAt: Later
}

export interface CouponTables {
  groupCoupon: GroupCoupon
  groupCouponUse: GroupCouponUse
}
