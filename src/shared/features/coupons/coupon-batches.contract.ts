import { z } from 'zod'
import { crudRoutes, entity, listQueryOf, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route, textFilter } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { GivenTime, WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Limit, Price, UNLIMITED, withDefaults } from '#shared/features/rules/rules.schema.ts'
import { RuleIds } from './group-coupons.contract.ts'
import { CouponKind, MAX_COUPON_CODES } from './own-coupons.schema.ts'

const TimeOrNone = z.union([z.literal(''), GivenTime])
const Often = Limit.refine((count) => count !== 0, wrong('input.coupon.notZero'))

/** Fields that may change later. What a code is worth may not: codes are on paper and on phones. */
const changeable = z.object({
  batchName: line(100, 1),
  /** First and last moment of validity; empty: none. */
  beginTime: TimeOrNone,
  endTime: TimeOrNone,
  /** Business days that a code is valid after the day of its issue to a member; -1: as long as the batch. */
  validDays: Often.max(36_500),
  /** How many codes a member may have, issued or used; -1: no limit. */
  perMember: Often,
  /** What a code costs; 0: it is not sold. */
  price: Price,
  /** Whether members buy it by themselves. */
  selfService: YesNo,
  isActive: YesNo,
  remark: line(200),
})

/** Codes of stores, joined by commas. */
const StoreCodes = exact(1850).regex(/^$|^[A-Z0-9]+(,[A-Z0-9]+)*$/, wrong('input.coupon.stores'))

const batchFields = changeable.extend({
  couponKind: CouponKind,
  /** What a `value` credits; what a ride by a `rule` counts as in reports; what a `discount` takes off. */
  couponValue: Price,
  /** What a `discount` takes off in percent of the price; 0: an amount. */
  couponPercent: z.number().int().min(0).max(100),
  /** Ids of the consume rules that a `rule` pays, or to whose price a `discount` applies, joined by commas; empty: every such rule. */
  ruleIds: RuleIds,
  /** The stores where the codes are valid besides that of the batch; a batch of a chain is valid in these alone. */
  storeCodes: StoreCodes,
  /** The gift of a `gift`, and how many pieces of it a code is good for. */
  giftId: z.union([z.literal(''), z.uuid()]),
  giftCount: z.number().int().min(0).max(1000),
  codeCount: z.number().int().min(1).max(MAX_COUPON_CODES),
})

export const newCouponBatch = {
  beginTime: '',
  endTime: '',
  validDays: UNLIMITED,
  perMember: UNLIMITED,
  price: 0,
  selfService: 'NO',
  isActive: 'YES',
  remark: '',
  couponValue: 0,
  couponPercent: 0,
  ruleIds: '',
  storeCodes: '',
  giftId: '',
  giftCount: 0,
} as const

const marks = {
  batchName: { kind: 'text', label: 'couponBatch.name', sort: true, sheet: true },
  couponKind: { kind: 'text', label: 'couponBatch.kind', sheet: true, dict: 'coupon_kind' },
  couponValue: { kind: 'money', label: 'couponBatch.value', sort: true, sheet: true },
  couponPercent: { kind: 'number', label: 'couponBatch.percent', sheet: true },
  ruleIds: { kind: 'text', label: 'coupon.rules', unsearched: true },
  ruleNames: { kind: 'text', label: 'coupon.rules', unsearched: true, sheet: true },
  storeCodes: { kind: 'text', label: 'couponBatch.stores', unsearched: true },
  storeNames: { kind: 'text', label: 'couponBatch.validStore', unsearched: true, sheet: true },
  giftId: { kind: 'id', label: 'couponBatch.gift', unsearched: true },
  giftName: { kind: 'text', label: 'couponBatch.gift', unsearched: true, sheet: true },
  giftCount: { kind: 'number', label: 'couponBatch.giftCount', sheet: true },
  codeCount: { kind: 'number', label: 'couponBatch.count', sort: true, sheet: true },
  issuedCount: { kind: 'number', label: 'couponBatch.issued', unsearched: true, sheet: true },
  usedCount: { kind: 'number', label: 'couponBatch.used', unsearched: true, sheet: true },
  beginTime: { kind: 'time', label: 'couponBatch.from', sort: true, sheet: true },
  endTime: { kind: 'time', label: 'couponBatch.until', sort: true, sheet: true },
  validDays: { kind: 'number', label: 'couponBatch.days', sheet: true },
  perMember: { kind: 'number', label: 'couponBatch.perMember', sheet: true },
  price: { kind: 'money', label: 'couponBatch.price', sort: true, sheet: true },
  selfService: { kind: 'yesNo', label: 'product.selfService', sheet: true, dict: 'yn' },
  isActive: { kind: 'yesNo', label: 'couponBatch.active', sheet: true, dict: 'yn' },
  remark: { kind: 'text', label: 'coupon.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Batches of a store's own coupons. Adding one makes its codes. */
export const couponBatchResource = resource({
  path: '/coupon/sysCouponBatch',
  permission: 'couponbatch',
  noun: "batches of a store's own coupons",
  entity: entity(
    batchFields.extend({
      sysOrgCode: z.string(),
      beginTime: WireTime.nullable(),
      endTime: WireTime.nullable(),
      ruleNames: z.string(),
      /** The stores where it is valid; empty: only its own. */
      storeNames: z.string(),
      giftName: z.string(),
      /** Codes that members have, and codes that were used. */
      issuedCount: z.number().int(),
      usedCount: z.number().int(),
    }),
  ),
  create: withDefaults(batchFields, newCouponBatch).extend({
    /** Code of the store or of the chain; left out: the current one. */
    sysOrgCode: exact(64).optional(),
  }),
  update: changeable,
  ...fieldsOf(marks),
})

export const couponBatchSheet: Sheet = { title: 'sheet.couponBatch', columns: sheetColumnsOf(marks) }

/** The most members that an issue names one by one. */
export const MAX_NAMED_MEMBERS = 200

/** The batches whose codes are valid at a store. */
const validAt = { validStore: textFilter() }

const { add, list, ...routes } = crudRoutes(couponBatchResource)
const { exportXls } = excelRoutes(couponBatchResource, validAt)
const { labels } = couponBatchResource

export const couponBatches = {
  ...routes,
  list: {
    ...list,
    query: listQueryOf(couponBatchResource).extend(validAt),
    labels: { ...labels, validStore: 'couponBatch.validStore' as const },
  },
  exportXls,
  // A hundred thousand codes take seconds.
  add: { ...add, lane: 'workbooks' as const, idempotent: {} },
  issue: route({
    method: 'POST',
    path: '/coupon/sysCouponBatch/issue',
    summary:
      'Gives codes of a batch to members, to a level or to all active members; without enough free codes, to none',
    access: 'couponbatch:issue',
    body: z.object({
      id: z.uuid(),
      audience: z.enum(['members', 'level', 'all']),
      /** Member numbers, for `members`. */
      userIds: z.array(exact(32, 1)).max(MAX_NAMED_MEMBERS).default([]),
      /** A level's code, for `level`. */
      memberLevel: exact(32).default(''),
      /** How many codes each gets, as far as the limit per member allows. */
      codeCount: z.number().int().min(1).max(100).default(1),
    }),
    result: z.object({
      codes: z.number().int(),
      members: z.number().int(),
      /** Members who have all that they may have, and got none. */
      full: z.number().int(),
    }),
    message: 'message.couponBatch.issued',
    idempotent: {},
    lane: 'workbooks',
    labels: {
      ...labels,
      audience: 'couponBatch.audience',
      userIds: 'couponBatch.members',
      memberLevel: 'couponBatch.level',
    },
  }),
}
export type CouponBatch = z.output<(typeof couponBatches)['queryById']['result']>
