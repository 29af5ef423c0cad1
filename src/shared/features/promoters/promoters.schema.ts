import { z } from 'zod'
import { resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'

/** A fixed share for each recharge that counts, or a percentage of what was paid. */
export const ShareMode = z.enum(['fixed', 'percent'])
/** What a member gets as a promoter. Users are owed money instead. */
export const ShareUnit = z.enum(['give', 'integral'])
/** Which recharges of a referred member count. */
export const ShareRecharges = z.enum(['first', 'all'])

/** The terms of a promoter, as stored: amount and rate in hundredths. */
export interface PromoterTerms {
  mode: z.infer<typeof ShareMode>
  unit: z.infer<typeof ShareUnit> | 'money'
  amount: number
  rate: number
  recharges: z.infer<typeof ShareRecharges>
  days: number
}

/** How long after the registration a member may be bound. */
export const BINDING_HOURS = 24

const promoterMarks = {
  promoterName: { kind: 'text', label: 'promoter.name', sort: true, sheet: true },
  isUser: { kind: 'yesNo', label: 'promoter.isUser', sheet: true, dict: 'yn' },
  roleName: { kind: 'text', label: 'promoter.role', sort: true, sheet: true },
  promoterCode: { kind: 'text', label: 'promoter.code', sheet: true },
  isActive: { kind: 'yesNo', label: 'promoter.active', sort: true, sheet: true, dict: 'yn' },
  brought: { kind: 'number', label: 'promoter.referred', sort: true, sheet: true },
  paidValue: { kind: 'money', label: 'promoter.paidValue', sort: true, sheet: true },
  commissionMoney: { kind: 'money', label: 'promoter.commissionMoney', sort: true, sheet: true },
  commissionPoints: { kind: 'number', label: 'promoter.commissionPoints', sort: true, sheet: true },
  owed: { kind: 'money', label: 'promoter.owed', sort: true, sheet: true },
  paidOut: { kind: 'money', label: 'promoter.paidOut', sort: true, sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  accountId: { kind: 'id', label: 'promoter.account' },
  roleId: { kind: 'id', label: 'promoter.role' },
  remark: { kind: 'text', label: 'promoter.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const stored = { sysOrgCode: z.string(), sysOrgCode_dictText: z.string().nullable() }

/** Promoters of a store: members or users with a code, each with a role. */
export const promoterResource = resource({
  path: '/tuiguangrole/sysTuiguang',
  permission: 'promoter',
  noun: 'promoters',
  entity: z.object({
    id: z.string(),
    ...stored,
    promoterName: z.string(),
    /** Whether it is a user, who is owed money, and no member. */
    isUser: YesNo,
    roleId: z.uuid(),
    roleName: z.string(),
    promoterCode: z.string(),
    isActive: YesNo,
    /** Members who were referred. */
    brought: z.number().int(),
    /** What they paid, less refunds, as far as commissions were given for it. */
    paidValue: Amount,
    commissionMoney: Amount,
    commissionPoints: z.number().int(),
    /** Of a user: what may still be paid out. */
    owed: Amount,
    paidOut: Amount,
    /** The member, or null. */
    userId: z.string().nullable(),
    /** The user, or null. */
    accountId: z.uuid().nullable(),
    remark: z.string(),
    createBy: z.string().nullable(),
    createTime: z.string().nullable(),
    updateBy: z.string().nullable(),
    updateTime: z.string().nullable(),
  }),
  create: z.object({
    roleId: z.uuid(),
    /** A member; empty where a user is named. */
    userId: exact(32).default(''),
    accountId: z.uuid().nullish(),
    remark: line(200).default(''),
    /** The store of the promoter; defaults to that of the caller, who must name one if it is a chain. */
    sysOrgCode: exact(64).optional(),
  }),
  update: z.object({ roleId: z.uuid(), isActive: YesNo, remark: line(200) }),
  ...fieldsOf(promoterMarks),
})
export const promoterSheet: Sheet = { title: 'sheet.promoter', columns: sheetColumnsOf(promoterMarks) }

const referredMarks = {
  createTime: { kind: 'time', label: 'promoter.boundTime', sort: true, sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  promoterName: { kind: 'text', label: 'promoter.name', sort: true, sheet: true },
  paidValue: { kind: 'money', label: 'promoter.paidValue', sort: true, sheet: true },
  createBy: { kind: 'text', label: 'promoter.boundBy', sheet: true },
  promoterId: { kind: 'id', label: 'promoter.promoterId' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Members who were referred, each bound to one promoter for good. */
export const promotedMemberResource = resource({
  path: '/tuiguangrole/sysTuiguangMember',
  permission: 'promotedmember',
  noun: 'members whom promoters referred',
  entity: z.object({
    id: z.uuid(),
    ...stored,
    createTime: WireTime,
    /** Who bound it; empty: the member. */
    createBy: z.string(),
    userId: z.string(),
    promoterId: z.uuid(),
    promoterName: z.string(),
    paidValue: Amount,
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(referredMarks),
})
export const promotedMemberSheet: Sheet = { title: 'sheet.promotedMember', columns: sheetColumnsOf(referredMarks) }

const commissionMarks = {
  createTime: { kind: 'time', label: 'promoter.commissionTime', sort: true, sheet: true },
  promoterName: { kind: 'text', label: 'promoter.name', sort: true, sheet: true },
  userId: { kind: 'text', label: 'promoter.referredMember', sheet: true },
  unit: { kind: 'text', label: 'promoter.unit', sort: true, sheet: true, dict: 'commission_unit' },
  paidValue: { kind: 'money', label: 'promoter.paidValue', sort: true, sheet: true },
  share: { kind: 'number', label: 'promoter.share', sheet: true, unsearched: true },
  deducted: { kind: 'number', label: 'promoter.deducted', sheet: true, unsearched: true },
  back: { kind: 'number', label: 'promoter.back', sheet: true, unsearched: true },
  orderId: { kind: 'id', label: 'promoter.order', sheet: true },
  promoterId: { kind: 'id', label: 'promoter.promoterId' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

export const CommissionUnit = z.enum(['money', 'give', 'integral'])

/** Commissions, one for each recharge that counts. */
export const commissionResource = resource({
  path: '/tuiguangrole/sysTuiguangCommission',
  permission: 'commission',
  noun: 'commissions of promoters',
  entity: z.object({
    id: z.uuid(),
    ...stored,
    createTime: WireTime,
    promoterId: z.uuid(),
    promoterName: z.string(),
    /** The referred member. */
    userId: z.string(),
    orderId: z.uuid(),
    unit: CommissionUnit,
    paidValue: Amount,
    /** Money or points, by the unit; given is the share less what is deducted. */
    share: z.number(),
    deducted: z.number(),
    /** What later refunds take back of it, from the next commissions. */
    back: z.number(),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(commissionMarks),
})
export const commissionSheet: Sheet = { title: 'sheet.commission', columns: sheetColumnsOf(commissionMarks) }

export const PayoutState = z.enum(['requested', 'paid', 'rejected'])
export type PayoutState = z.infer<typeof PayoutState>
export const PayoutMode = z.enum(['cash', 'transfer'])
export type PayoutMode = z.infer<typeof PayoutMode>

const payoutMarks = {
  createTime: { kind: 'time', label: 'payout.createTime', sort: true, sheet: true },
  promoterName: { kind: 'text', label: 'promoter.name', sort: true, sheet: true },
  amount: { kind: 'money', label: 'payout.amount', sort: true, sheet: true },
  payoutState: { kind: 'text', label: 'payout.state', sort: true, sheet: true, dict: 'payout_state' },
  createBy: { kind: 'text', label: 'payout.requestedBy', sheet: true },
  decideBy: { kind: 'text', label: 'payout.decidedBy', sheet: true },
  decideTime: { kind: 'time', label: 'payout.decidedTime', sort: true, sheet: true },
  payoutMode: { kind: 'text', label: 'payout.mode', sheet: true, dict: 'payout_mode' },
  transferNo: { kind: 'text', label: 'payout.transferNo', sheet: true },
  reason: { kind: 'text', label: 'payout.reason', sheet: true },
  remark: { kind: 'text', label: 'promoter.remark', sheet: true },
  shiftId: { kind: 'id', label: 'payout.drawer' },
  promoterId: { kind: 'id', label: 'promoter.promoterId' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Requests to pay out what promoters are owed, decided by a second person. */
export const promoterPayoutResource = resource({
  path: '/tuiguangrole/sysTuiguangPayout',
  permission: 'promoterpayout',
  noun: 'payouts to promoters',
  entity: z.object({
    id: z.uuid(),
    ...stored,
    createTime: WireTime,
    createBy: z.string(),
    promoterId: z.uuid(),
    promoterName: z.string(),
    amount: Amount,
    payoutState: PayoutState,
    decideBy: z.string(),
    decideTime: WireTime.nullable(),
    payoutMode: z.union([z.literal(''), PayoutMode]),
    transferNo: z.string(),
    shiftId: z.uuid().nullable(),
    reason: z.string(),
    remark: z.string(),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(payoutMarks),
})
export const promoterPayoutSheet: Sheet = { title: 'sheet.promoterPayout', columns: sheetColumnsOf(payoutMarks) }
