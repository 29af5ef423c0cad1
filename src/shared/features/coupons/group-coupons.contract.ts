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

/** Who vouches for a coupon: the store itself, or the platform that sold it. */
export const CouponProvider = z.enum(['local', 'sandbox'])
export type CouponProvider = z.infer<typeof CouponProvider>

/** The code of a coupon as a reader or a person gives it. */
export const CouponCode = line(64, 1)

const Often = Limit.refine((count) => count !== 0, wrong('input.coupon.notZero'))
const TimeOrNone = z.union([z.literal(''), GivenTime])
const RULE_IDS = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,|$))*$/i

/** What somebody decides who makes a coupon. */
const couponFields = z.object({
  code: CouponCode,
  couponName: line(100),
  /** What it is worth to the venue. */
  couponValue: Price,
  /** The consume rules that it is for, joined by commas; none: every rule that coupons pay. */
  ruleIds: exact(1850).regex(RULE_IDS, wrong('input.coupon.rules')),
  /** How often it may be used; -1: without limit. */
  codeCount: Often,
  /** For how many minutes it is good once it was verified; -1: as long as its date says. */
  codeMinutes: Often,
  /** Until when it is good; empty: for good. */
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

/** Coupons whose code stands for sessions (spec §1 GROUPCOUPON). */
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
    /** The rules by their names instead, as workbooks have them. */
    ruleNames: line(2000).optional(),
    /** Of the store that it is for; left out: the one worked in. */
    sysOrgCode: exact(64).optional(),
  }),
  // The code is printed on paper or stands in somebody's phone: it stays.
  update: couponFields.omit({ code: true }),
  ...fieldsOf(marks),
})

export const groupCouponSheet: Sheet = { title: 'sheet.coupon', columns: sheetColumnsOf(marks) }

/** What a counter is told of a coupon that is good. */
export const VerifiedCoupon = z.object({
  id: z.string(),
  code: z.string(),
  couponName: z.string(),
  couponValue: Amount,
  provider: CouponProvider,
  ruleIds: z.string(),
  ruleNames: z.string(),
  /** How often it can be used yet; -1: without limit. */
  usesLeft: z.number().int(),
  /** Until when, its minutes counted; null: for good. */
  endTime: WireTime.nullable(),
})
export type VerifiedCoupon = z.infer<typeof VerifiedCoupon>

export const groupCoupons = {
  ...crudRoutes(groupCouponResource),
  ...excelRoutes(groupCouponResource),
  verify: route({
    method: 'POST',
    path: '/coupon/sysGroupCoupon/verify',
    summary: 'Whether a coupon is good, for a rule where one is named; its minutes run from the first time on',
    access: 'coupon:verify',
    body: z.object({ groupNumber: CouponCode, ruleId: familyField(z.uuid().optional()) }),
    result: VerifiedCoupon,
    labels: { groupNumber: 'coupon.code', ruleId: 'records.ruleName' },
  }),
}
export type GroupCoupon = z.output<(typeof groupCoupons)['queryById']['result']>
