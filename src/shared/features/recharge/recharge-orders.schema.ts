import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { entity, listedRow, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { familyField, familyValues } from '#shared/core/family-names.ts'
import { type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { CardNumber, MemberPhone } from '#shared/features/members/member-records.schema.ts'
import { Price } from '#shared/features/rules/rules.schema.ts'

/** `recharge`: value for wallets. `card`: an unlimited card. */
export const RechargeKind = z.enum(['recharge', 'card'])
/** `wechat` is a scan payment of any provider. */
export const RechargePayMode = familyValues(z.enum(['cash', 'wechat']))
export const RechargeState = familyValues(z.enum(['nopay', 'paid', 'closed', 'refunding', 'refunded']))
export type RechargeState = z.infer<typeof RechargeState>

/** A member registered together with the recharge; other fields are added later in the members form. */
export const NewMember = z.object({
  phone: MemberPhone.default(''),
  realname: line(64).default(''),
  physicalCard: CardNumber.default(''),
})
export type NewMember = z.output<typeof NewMember>

/** Input of a recharge. Price and gains come from the rule, never from the caller. */
export const RechargeInput = z
  .object({
    /** Member id; omitted if the call registers a new member. */
    userId: exact(32).nullish(),
    member: NewMember.nullish(),
    sysDepartRechargeRoleId: z.uuid().nullish(),
    sysDepartChangwanRoleId: z.uuid().nullish(),
    /** For a custom amount the sum to pay. Otherwise the price shown to the customer; a different current price is refused. */
    amount: Price.nullish(),
    consumePayMode: RechargePayMode.default('wechat'),
    payCode: exact(64).nullish(),
    cashierId: familyField(exact(64).nullish()),
    /** Photo of the holder, for cards that require one. */
    photo: address(512).default(''),
    remark: line(200).default(''),
    printId: exact(64).default(''),
    terminalId: z.uuid().nullish(),
  })
  .refine(({ userId, member }) => Boolean(userId) !== Boolean(member), {
    ...wrong('input.memberOrNew'),
    path: ['userId'],
  })
  .refine(
    ({ sysDepartRechargeRoleId, sysDepartChangwanRoleId }) =>
      Boolean(sysDepartRechargeRoleId) !== Boolean(sysDepartChangwanRoleId),
    { ...wrong('input.oneRule'), path: ['sysDepartRechargeRoleId'] },
  )
export type RechargeInput = z.output<typeof RechargeInput>

const marks = {
  payState: { kind: 'text', label: 'recharge.payState', dict: 'pay_state', sort: true, sheet: true },
  userId: { kind: 'text', label: 'recharge.member', sheet: true },
  roleName: { kind: 'text', label: 'recharge.rule', sheet: true },
  rechargeKind: { kind: 'text', label: 'recharge.kind', dict: 'recharge_kind', sheet: true },
  consumePayMode: { kind: 'text', label: 'recharge.payMode', dict: 'recharge_pay_mode', sheet: true },
  amount: { kind: 'money', label: 'recharge.amount', sort: true, sheet: true },
  revenue: { kind: 'money', label: 'orders.revenue', unsearched: true, sheet: true },
  refunded: { kind: 'money', label: 'orders.refundedOf', sheet: true },
  recharge: { kind: 'money', label: 'recharge.balance', sheet: true },
  give: { kind: 'money', label: 'recharge.give', sheet: true },
  integral: { kind: 'number', label: 'recharge.integral', sheet: true },
  frequency: { kind: 'number', label: 'recharge.frequency', sheet: true },
  projectType: { kind: 'text', label: 'recharge.project', sheet: true },
  laps: { kind: 'number', label: 'recharge.laps', sheet: true },
  changwanDays: { kind: 'number', label: 'recharge.cardDays', sheet: true },
  changwanCount: { kind: 'number', label: 'recharge.cardPlays', sheet: true },
  validUntil: { kind: 'date', label: 'recharge.validUntil', sheet: true },
  changWanEndTime: { kind: 'time', label: 'recharge.cardEnd', unsearched: true },
  memberLevel: { kind: 'text', label: 'recharge.level', unsearched: true },
  isNew: { kind: 'yesNo', label: 'recharge.isNew', dict: 'yn', sheet: true },
  departusername: { kind: 'text', label: 'recharge.cashier', sheet: true },
  operatorName: { kind: 'text', label: 'recharge.operator', sheet: true },
  terminalName: { kind: 'text', label: 'recharge.terminal', sheet: true },
  remark: { kind: 'text', label: 'recharge.remark', sheet: true },
  payOrderNumber: { kind: 'text', label: 'orders.payOrderNumber', unsearched: true, sheet: true },
  serialNumber: { kind: 'text', label: 'orders.serialNumber', unsearched: true, sheet: true },
  payTime: { kind: 'time', label: 'recharge.payTime', sort: true, sheet: true },
  id: { kind: 'id', label: 'recharge.id', sheet: true },
  createTime: { kind: 'time', label: 'recharge.createTime', sort: true, sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const rechargeOrderResource = resource({
  path: '/memberrecharge/sysMemberRecharge',
  permission: 'recharge',
  noun: 'recharge orders',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      userId: z.string(),
      /** Whether the member was registered by this order. */
      isNew: YesNo,
      rechargeKind: RechargeKind,
      ruleId: familyField(z.string()),
      roleName: z.string(),
      payState: RechargeState,
      consumePayMode: RechargePayMode,
      amount: Amount,
      /** Refunded part of the amount. */
      refunded: Amount,
      recharge: Amount,
      give: Amount,
      integral: z.number().int(),
      frequency: z.number().int(),
      projectType: z.string(),
      laps: familyField(z.number().int()),
      /** Last day of validity of its gains; null: unlimited. */
      validUntil: z.string().nullable(),
      /** Days and plays of a sold card; 0 days and -1 plays mean no limit. */
      changwanDays: z.number().int(),
      changwanCount: z.number().int(),
      /** End of the member's card after this sale; null without an end, before payment, or for a recharge. */
      changWanEndTime: z.string().nullable(),
      memberLevel: z.string(),
      departusername: z.string(),
      operatorName: z.string(),
      terminalName: z.string(),
      remark: z.string(),
      payTime: z.string().nullable(),
    }),
  ),
  create: RechargeInput,
  update: z.object({}),
  ...fieldsOf(marks),
})

/** An order in lists, with details of the member. */
export const RechargeOrder = listedRow(rechargeOrderResource.entity, rechargeOrderResource.dict).extend({
  projectType_dictText: z.string().nullable(),
  userNickname: z.string(),
  userTruenmae: z.string(),
  /** Masked unless the caller may see phones. */
  userPhone: z.string(),
  /** Amount paid minus refunds. */
  revenue: Amount,
  /** Payment number sent to the provider; empty without a scan payment. */
  payOrderNumber: z.string(),
  /** The provider's transaction number. */
  serialNumber: z.string(),
})
export type RechargeOrder = z.infer<typeof RechargeOrder>

/** Totals of all orders found; money counts paid orders only. */
export const RechargeSums = z.object({
  orders: z.number().int(),
  paid: familyField(z.number().int()),
  amount: Amount,
  cash: Amount,
  scan: Amount,
  /** Partial refunds contained in the amount above, of orders that are still paid. */
  refunded: Amount,
  recharge: Amount,
  give: Amount,
})
export type RechargeSums = z.infer<typeof RechargeSums>

export const rechargeOrderSheet: Sheet = { title: 'sheet.rechargeOrder', columns: sheetColumnsOf(marks) }
