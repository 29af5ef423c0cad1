import type { ColumnType, Generated } from 'kysely'

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface GroupCoupon {
  id: string
  orgCode: string
  code: string
  name: Generated<string>
  /** Who verified it: `local`, or a platform. */
  provider: Generated<string>
  platformProduct: Generated<string>
  value: Generated<number>
  /** The consume rules that it pays for; none: every rule that accepts coupons. */
  ruleIds: Generated<string[]>
  /** -1: without limit. */
  usesAllowed: Generated<number>
  usesMade: Generated<number>
  /** How long it is valid after it was verified; -1: until its date. */
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
  /** When the order was closed or refunded, and the use returned. */
  undoneAt: Later
}

export interface CouponTables {
  groupCoupon: GroupCoupon
  groupCouponUse: GroupCouponUse
}
