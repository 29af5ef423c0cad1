import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { CouponCode } from './group-coupons.contract.ts'
import { CouponCodeState, CouponKind } from './own-coupons.schema.ts'

const marks = {
  code: { kind: 'text', label: 'coupon.code', sort: true, sheet: true },
  codeNumber: { kind: 'number', label: 'couponCode.number', sort: true, sheet: true },
  batchId: { kind: 'id', label: 'couponCode.batch' },
  batchName: { kind: 'text', label: 'couponCode.batch', sheet: true },
  couponKind: { kind: 'text', label: 'couponBatch.kind', sheet: true, dict: 'coupon_kind' },
  couponValue: { kind: 'money', label: 'couponBatch.value', sheet: true },
  couponPercent: { kind: 'number', label: 'couponBatch.percent', sheet: true },
  codeState: { kind: 'text', label: 'coupon.state', sheet: true, dict: 'coupon_code_state' },
  userId: { kind: 'text', label: 'couponCode.member', sheet: true },
  issueTime: { kind: 'time', label: 'couponCode.issueTime', sort: true, sheet: true },
  issueBy: { kind: 'text', label: 'couponCode.issueBy', sheet: true },
  endTime: { kind: 'time', label: 'couponBatch.until', sort: true, sheet: true },
  useTime: { kind: 'time', label: 'couponCode.useTime', sort: true, sheet: true },
  useStore: { kind: 'text', label: 'couponCode.useStore', sheet: true },
  orderId: { kind: 'id', label: 'couponCode.order', sheet: true },
  voidTime: { kind: 'time', label: 'couponCode.voidTime', sheet: true },
  voidBy: { kind: 'text', label: 'couponCode.voidBy', sheet: true },
  voidReason: { kind: 'text', label: 'couponCode.voidReason', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const none = z.object({})

/** Codes of a store's own coupons. */
export const couponCodeResource = resource({
  path: '/coupon/sysCouponCode',
  permission: 'couponcode',
  noun: "codes of a store's own coupons",
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      code: z.string(),
      /** Its place in the batch, from 1. */
      codeNumber: z.number().int(),
      batchId: z.string(),
      batchName: z.string(),
      couponKind: CouponKind,
      couponValue: Amount,
      /** Of a discount in percent; 0 otherwise. */
      couponPercent: z.number().int(),
      codeState: CouponCodeState,
      /** Whose it is, by issue or by use; null: the bearer. */
      userId: z.string().nullable(),
      issueTime: WireTime.nullable(),
      issueBy: z.string(),
      endTime: WireTime.nullable(),
      useTime: WireTime.nullable(),
      /** The code of the store that used it. */
      useStore: z.string().nullable(),
      /** The order or redemption that used it. */
      orderId: z.string().nullable(),
      voidTime: WireTime.nullable(),
      voidBy: z.string(),
      voidReason: z.string(),
    }),
  ),
  create: none,
  update: none,
  ...fieldsOf(marks),
})

export const couponCodeSheet: Sheet = { title: 'sheet.couponCode', columns: sheetColumnsOf(marks) }

const { list, queryById } = crudRoutes(couponCodeResource)
const { exportXls } = excelRoutes(couponCodeResource)
const { labels } = couponCodeResource

const Shown = z.object({
  code: z.string(),
  couponName: z.string(),
  couponKind: CouponKind,
  couponValue: Amount,
  /** Of a discount in percent; 0: its value is taken off. */
  couponPercent: z.number().int().default(0),
  ruleIds: z.string(),
  ruleNames: z.string(),
  /** Of a gift; empty and 0: of none. */
  giftName: z.string(),
  giftCount: z.number().int(),
  /** Whose it is; null: the bearer. */
  userId: z.string().nullable(),
  endTime: WireTime.nullable(),
})
export type ShownCoupon = z.infer<typeof Shown>

export const couponCodes = {
  list,
  queryById,
  exportXls,
  void: route({
    method: 'POST',
    path: '/coupon/sysCouponCode/void',
    summary: 'Makes an unused code void, with a reason',
    access: 'couponcode:void',
    body: z.object({ id: z.uuid(), voidReason: line(200, 1) }),
    result: z.null(),
    message: 'message.couponCode.voided',
    labels,
  }),
  check: route({
    method: 'POST',
    path: '/coupon/sysCouponCode/check',
    summary: 'What a code of the own coupons is good for at this store, or why it cannot be used; uses nothing',
    access: 'couponcode:redeem',
    body: z.object({ code: CouponCode }),
    result: Shown,
    labels,
    audited: false,
  }),
  ofMember: route({
    method: 'GET',
    path: '/coupon/sysCouponCode/ofMember',
    summary: "A member's codes that can be used now, the first to end first; at most 50",
    access: 'couponcode:redeem',
    query: z.object({ userId: exact(32, 1) }),
    result: z.array(Shown),
    labels,
  }),
  redeem: route({
    method: 'POST',
    path: '/coupon/sysCouponCode/redeem',
    summary: "Credits the value of a code to a member's gift balance, once",
    access: 'couponcode:redeem',
    body: z.object({ code: CouponCode, userId: exact(32, 1) }),
    result: z.object({
      code: z.string(),
      couponName: z.string(),
      couponValue: Amount,
      userId: z.string(),
      /** The member's gift balance afterwards. */
      give: Amount,
    }),
    message: 'message.couponCode.redeemed',
    idempotent: {},
    labels,
  }),
  reverse: route({
    method: 'POST',
    path: '/coupon/sysCouponCode/reverse',
    summary:
      'Reverses the redemption of a value, if none of it is spent; the code is valid again unless it has expired',
    access: 'couponcode:reverse',
    body: z.object({ id: z.uuid(), reason: line(200, 1) }),
    result: z.null(),
    message: 'message.couponCode.reversed',
    idempotent: {},
    labels: { ...labels, reason: 'couponCode.reverseReason' },
  }),
  fetchGift: route({
    method: 'POST',
    path: '/coupon/sysCouponCode/fetchGift',
    summary: 'Hands out the gift that a code is good for, once, and takes it from stock',
    access: 'couponcode:redeem',
    body: z.object({
      code: CouponCode,
      /** The member who receives it; empty: the bearer of the code. */
      userId: exact(32).default(''),
    }),
    result: z.object({
      code: z.string(),
      couponName: z.string(),
      giftName: z.string(),
      giftCount: z.number().int(),
      /** The pieces that are left. */
      stock: z.number().int(),
    }),
    message: 'message.couponCode.giftFetched',
    idempotent: {},
    labels,
  }),
}
export type CouponCodeRow = z.output<(typeof couponCodes)['queryById']['result']>
