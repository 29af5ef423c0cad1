import type { ColumnType, Generated } from 'kysely'
import type { CouponCodeState, CouponKind } from '#shared/features/coupons/own-coupons.schema.ts'

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
  /** Its deletion has begun, so nobody uses it. */
  releasing: Generated<boolean>
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

interface CouponBatch {
  id: string
  orgCode: string
  name: string
  kind: CouponKind
  /** Of a value: what it credits. Of a rule: what a ride by it counts as in reports. Of a discount: what it takes off. In fen. */
  value: Generated<number>
  /** Of a discount: percent off the price; 0: its value is off. */
  percent: Generated<number>
  /** Of a rule or discount: the consume rules that it is for; none: every rule that accepts it. */
  ruleIds: Generated<string[]>
  /** The stores where its codes are valid besides its own; a batch of a chain is valid in these alone. */
  storeCodes: Generated<string[]>
  /** Of a gift: which, and the pieces that a code is good for. */
  giftId: Generated<string | null>
  giftCount: Generated<number>
  count: number
  validFrom: Later
  validUntil: Later
  /** Business days of validity after the day of issue to a member; -1: as long as the batch. */
  validDays: Generated<number>
  /** How many codes a member may have; -1: without limit. */
  perMember: Generated<number>
  /** What a code costs, in fen; 0: it is not sold. */
  price: Generated<number>
  selfService: Generated<boolean>
  active: Generated<boolean>
  remark: Generated<string>
  createdBy: Generated<string>
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: Generated<string | null>
  updatedAt: Later
}

/** Only `store_coupon_codes` adds codes. */
interface CouponCode {
  id: ColumnType<string, never, never>
  orgCode: ColumnType<string, never, never>
  batchId: ColumnType<string, never, never>
  number: ColumnType<number, never, never>
  code: ColumnType<string, never, never>
  /** Whose it is, by issue or by use; null: the bearer. */
  memberId: string | null
  issuedAt: Date | null
  issuedBy: string
  validUntil: Date | null
  /** The order or redemption that used it. */
  usedFor: string | null
  usedAt: Date | null
  /** The store that used it, where that is not the store of its batch. */
  usedOrg: string | null
  voidedAt: Date | null
  voidedBy: string
  voidReason: string
  /** The order line that sold it, whether its payment is awaited, and the refund that has taken it back. */
  lineId: ColumnType<string | null, never, never>
  reserved: ColumnType<boolean, never, never>
  returnedBy: ColumnType<string | null, never, never>
  createdBy: ColumnType<string, never, never>
  createdAt: ColumnType<Date, never, never>
}

/** A redeemed value that a manager has reversed. Only `reverse_coupon` writes it. */
interface CouponReversal {
  id: ColumnType<string, never, never>
  orgCode: ColumnType<string, never, never>
  codeId: ColumnType<string, never, never>
  /** What the code had been used for. */
  redemptionId: ColumnType<string, never, never>
  usedOrg: ColumnType<string | null, never, never>
  memberId: ColumnType<string, never, never>
  value: ColumnType<number, never, never>
  reason: ColumnType<string, never, never>
  operatorId: ColumnType<string, never, never>
  operatorName: ColumnType<string, never, never>
  createdAt: ColumnType<Date, never, never>
}

/** A view of codes with their batch and their state of the moment. */
interface ListedCouponCode {
  id: ColumnType<string, never, never>
  state: ColumnType<CouponCodeState, never, never>
}

export interface CouponTables {
  couponBatch: CouponBatch
  couponCode: CouponCode
  couponReversal: CouponReversal
  listedCouponCode: ListedCouponCode
  groupCoupon: GroupCoupon
  groupCouponUse: GroupCouponUse
}
