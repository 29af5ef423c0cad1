import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { GivenTime, WireTime } from '#shared/core/time.ts'
import { Limit, Price, UNLIMITED, withDefaults } from '#shared/features/rules/rules.schema.ts'

/** `used`: no use is left. */
export const CouponState = z.enum(['unused', 'used', 'expired'])
export type CouponState = z.infer<typeof CouponState>

/** Who verifies a coupon: the store itself, or the platform that sold it. */
export const CouponProvider = z.enum(['local', 'sandbox'])
export type CouponProvider = z.infer<typeof CouponProvider>

/** The code of a coupon, scanned or typed. */
export const CouponCode = line(64, 1)

const Often = Limit.refine((count) => count !== 0, wrong('input.coupon.notZero'))
const TimeOrNone = z.union([z.literal(''), GivenTime])
const RULE_IDS = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,|$))*$/i

/** Ids of consume rules, joined by commas; empty: every coupon rule. */
export const RuleIds = exact(1850).regex(RULE_IDS, wrong('input.coupon.rules'))

/** The fields that a user fills in for a new coupon. */
const couponFields = z.object({
  code: CouponCode,
  couponName: line(100),
  /** Value of the coupon to the venue, as a wire amount. */
  couponValue: Price,
  ruleIds: RuleIds,
  /** How often it may be used; -1: no limit. */
  codeCount: Often,
  /** Minutes that it stays valid after the first verification; -1: until its date. */
  codeMinutes: Often,
  /** Last moment of validity; empty: no end. */
  endTime: TimeOrNone,
  remark: line(200),
})

const newCoupon = {
  couponName: '',
  couponValue: 0,
  ruleIds: '',
  codeCount: 1,
  codeMinutes: UNLIMITED,
  endTime: '',
  remark: '',
} as const

const marks = {
  code: { kind: 'text', label: 'coupon.code', sort: true, sheet: true },
  couponName: { kind: 'text', label: 'coupon.name', sort: true, sheet: true },
  couponValue: { kind: 'money', label: 'coupon.value', sort: true, sheet: true },
  ruleIds: { kind: 'text', label: 'coupon.rules', unsearched: true },
  ruleNames: { kind: 'text', label: 'coupon.rules', unsearched: true, sheet: true },
  codeCount: { kind: 'number', label: 'coupon.uses', sort: true, sheet: true },
  usedCount: { kind: 'number', label: 'coupon.usesMade', sort: true },
  codeMinutes: { kind: 'number', label: 'coupon.minutes', sheet: true },
  verifyTime: { kind: 'time', label: 'coupon.verifyTime', sort: true },
  endTime: { kind: 'time', label: 'coupon.endTime', sort: true, sheet: true },
  couponState: { kind: 'text', label: 'coupon.state', sort: true, dict: 'coupon_state' },
  provider: { kind: 'text', label: 'coupon.provider', dict: 'coupon_provider' },
  platformProductId: { kind: 'text', label: 'coupon.product' },
  remark: { kind: 'text', label: 'coupon.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Coupons whose code pays for rides (spec §1 GROUPCOUPON). */
export const groupCouponResource = resource({
  path: '/coupon/sysGroupCoupon',
  permission: 'coupon',
  noun: 'group coupons',
  entity: entity(
    couponFields.extend({
      sysOrgCode: z.string(),
      ruleNames: z.string(),
      usedCount: z.number().int(),
      verifyTime: WireTime.nullable(),
      endTime: WireTime.nullable(),
      couponState: CouponState,
      provider: CouponProvider,
      platformProductId: z.string(),
    }),
  ),
  create: withDefaults(couponFields, newCoupon).extend({
    /** The names of the rules, as in workbooks. */
    ruleNames: line(2000).optional(),
    /** Code of the store; left out: the current one. */
    sysOrgCode: exact(64).optional(),
  }),
  // The code is printed or on a phone, so it cannot change.
  update: couponFields.omit({ code: true }),
  ...fieldsOf(marks),
})

export const groupCouponSheet: Sheet = { title: 'sheet.coupon', columns: sheetColumnsOf(marks) }

/** The answer for a valid coupon. */
export const VerifiedCoupon = z.object({
  id: z.string(),
  code: z.string(),
  couponName: z.string(),
  couponValue: Amount,
  provider: CouponProvider,
  ruleIds: z.string(),
  ruleNames: z.string(),
  /** Uses left; -1: no limit. */
  usesLeft: z.number().int(),
  /** End of validity, with the minutes after verification applied; null: no end. */
  endTime: WireTime.nullable(),
})
export type VerifiedCoupon = z.infer<typeof VerifiedCoupon>

export const groupCoupons = {
  ...crudRoutes(groupCouponResource),
  ...excelRoutes(groupCouponResource),
  verify: route({
    method: 'POST',
    path: '/coupon/sysGroupCoupon/verify',
    summary: 'Whether a coupon is valid, optionally for a rule; its minutes begin with the first verification',
    access: 'coupon:verify',
    body: z.object({ groupNumber: CouponCode, ruleId: familyField(z.uuid().optional()) }),
    result: VerifiedCoupon,
    labels: { groupNumber: 'coupon.code', ruleId: 'records.ruleName' },
  }),
}
export type GroupCoupon = z.output<(typeof groupCoupons)['queryById']['result']>
