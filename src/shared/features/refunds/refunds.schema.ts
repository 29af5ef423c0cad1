import { z } from 'zod'
import { entity, listedRow, resource } from '#shared/core/crud.ts'
import type { Sheet } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { isUuid } from '#shared/core/id.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { MAX_CART_LINES, MAX_LINE_PIECES } from '#shared/features/products/cart.schema.ts'
import { ChargeAccount } from '#shared/features/sessions/charge.schema.ts'
import { payFromFields } from '#shared/features/shifts/shifts.schema.ts'

/** `consume`: refund of a charge. `recharge`: of a recharge or card sale. */
export const RefundKind = z.enum(['consume', 'recharge'])
export type RefundKind = z.infer<typeof RefundKind>

/** `refunding`: the provider has not confirmed it yet. `refused`: the provider refused; everything was restored. */
export const RefundState = z.enum(['refunding', 'refunded', 'refused'])
export type RefundState = z.infer<typeof RefundState>

/** Way of a refund: to wallets, in cash, through the scan payment, or as a use of a coupon. */
export const RefundMethod = z.enum(['balance', 'cash', 'scan', 'coupon'])
export type RefundMethod = z.infer<typeof RefundMethod>

/** A part of an order's amount. */
const Part = Amount.min(0.01).max(1_000_000)

/** Pieces of a product line that are refunded. */
const RefundPieces = z.object({
  lineId: z.uuid(),
  count: z.number().int().min(1).max(MAX_LINE_PIECES),
  /** Of these, the pieces that came back damaged; they are written off. */
  damaged: z.number().int().min(0).max(MAX_LINE_PIECES).default(0),
})
/** Each line once. */
const PiecesOfLines = z
  .array(RefundPieces)
  .min(1)
  .max(MAX_CART_LINES)
  .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, wrong('input.linesOnce'))
const isLineAndCount = (text: string): boolean => {
  const [lineId = '', count = '', ...more] = text.split(':')
  return isUuid(lineId) && /^\d{1,3}$/.test(count) && more.length === 0
}
/** The same in a query: `<lineId>:<count>` joined by commas. */
const PiecesInQuery = exact(2100)
  .refine((text) => text === '' || text.split(',').every(isLineAndCount), wrong('input.refundLines'))
  .transform((text) =>
    text
      .split(',')
      .filter(Boolean)
      .map((line) => {
        const [lineId = '', count = ''] = line.split(':')
        return { lineId, count: Number(count), damaged: 0 }
      }),
  )

/** Input of a refund quote. */
export const RefundPlanInput = z.object({
  orderKind: RefundKind,
  orderId: z.uuid(),
  /** Left out: the whole of what has not been given back yet. */
  amount: z.coerce.number().min(0.01).max(1_000_000).pipe(Part).optional(),
  lines: PiecesInQuery.optional(),
})

/** Input of a refund. The refund always goes the way the order was paid; callers cannot choose it. */
const refundInput = z.object({
  orderKind: RefundKind,
  orderId: z.uuid(),
  /** Left out, without `lines`: the whole of what has not been given back yet. Less is of the rides. */
  amount: Part.nullish(),
  /** Pieces of products, instead of an amount. */
  lines: PiecesOfLines.nullish(),
  reason: line(200, 1),
  /** Refund password of the signed-in user. */
  password: exact(128, 1),
  cashierId: familyField(exact(64).nullish()),
  terminalId: z.uuid().nullish(),
  printId: exact(64).default(''),
  /** Only for cash. */
  ...payFromFields,
})
export const RefundInput = refundInput.refine(({ amount, lines }) => amount == null || lines == null, {
  ...wrong('input.refundLinesOrAmount'),
  path: ['lines'],
})
export type RefundInput = z.output<typeof RefundInput>

/** One line of a refund. Money is decimal; points, laps, visits and uses are whole numbers. */
export const RefundLine = z.object({
  account: ChargeAccount,
  /** Project of visits and unlimited cards; empty for others. */
  projectType: z.string(),
  projectType_dictText: z.string(),
  /** Positive: returned to the member. Negative: taken from the member, or paid out by the store. */
  change: z.number(),
})
export type RefundLine = z.infer<typeof RefundLine>

/** A product line of an order. */
export const RefundableLine = z.object({
  id: z.uuid(),
  name: z.string(),
  price: Amount,
  count: z.number().int(),
  /** Pieces that are not refunded. */
  left: z.number().int(),
})
export type RefundableLine = z.infer<typeof RefundableLine>

/** Effect of a refund now; a quote reserves nothing. */
export const RefundPlan = z.object({
  sysOrgCode: z.string(),
  payWay: RefundMethod,
  userId: z.string(),
  roleName: z.string(),
  /** Amount paid, amount already refunded, and the most that can be refunded now. */
  paid: Amount,
  refunded: Amount,
  refundable: Amount,
  amount: Amount,
  lines: z.array(RefundLine),
  /** The products of the order, with what may still be refunded of them. */
  goods: z.array(RefundableLine),
  /** Why it would be refused, in the caller's language; null if it would succeed. */
  refusal: z.object({ code: z.string(), message: z.string(), field: z.string() }).nullable(),
})
export type RefundPlan = z.infer<typeof RefundPlan>

/** Result of a refund; the envelope's message is its id. */
export const RefundResult = z.object({
  id: z.uuid(),
  refundState: RefundState,
  payWay: RefundMethod,
  amount: Amount,
  lines: z.array(RefundLine),
})
export type RefundResult = z.infer<typeof RefundResult>

const marks = {
  createTime: { kind: 'time', label: 'refund.createTime', sort: true, sheet: true },
  refundState: { kind: 'text', label: 'refund.state', dict: 'refund_state', sheet: true },
  orderKind: { kind: 'text', label: 'refund.orderKind', dict: 'refund_kind', sheet: true },
  roleName: { kind: 'text', label: 'refund.rule', sheet: true },
  userId: { kind: 'text', label: 'refund.member', sheet: true },
  payWay: { kind: 'text', label: 'refund.payWay', dict: 'refund_way', sheet: true },
  amount: { kind: 'money', label: 'refund.amount', sort: true, sheet: true },
  balance: { kind: 'money', label: 'refund.balance', sheet: true },
  give: { kind: 'money', label: 'refund.give', sheet: true },
  integral: { kind: 'number', label: 'refund.integral', sheet: true },
  laps: { kind: 'number', label: 'refund.laps', sheet: true },
  coins: { kind: 'number', label: 'refund.coins', sheet: true },
  frequency: { kind: 'number', label: 'refund.frequency', sheet: true },
  unlimited: { kind: 'number', label: 'refund.unlimited', sheet: true },
  voids: { kind: 'flag', label: 'refund.voids', sheet: true },
  reason: { kind: 'text', label: 'refund.reason', sheet: true },
  approverName: { kind: 'text', label: 'refund.approver', sheet: true },
  trouble: { kind: 'text', label: 'refund.trouble', sheet: true },
  operatorName: { kind: 'text', label: 'refund.operator', sheet: true },
  departusername: { kind: 'text', label: 'refund.cashier', sheet: true },
  terminalName: { kind: 'text', label: 'refund.terminal', sheet: true },
  endTime: { kind: 'time', label: 'refund.endTime', sheet: true },
  orderId: { kind: 'id', label: 'refund.orderId', sheet: true },
  id: { kind: 'id', label: 'refund.id', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const refundResource = resource({
  path: '/refund/sysRefund',
  permission: 'refund',
  noun: 'refunds',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      refundState: RefundState,
      orderKind: RefundKind,
      orderId: z.string(),
      roleName: z.string(),
      userId: z.string().nullable(),
      payWay: RefundMethod,
      amount: Amount,
      /** Changes of the member's wallets: positive if returned, negative if taken. */
      balance: Amount,
      give: Amount,
      integral: z.number().int(),
      laps: familyField(z.number().int()),
      coins: z.number().int(),
      frequency: z.number().int(),
      unlimited: z.number().int(),
      /** Whether it was a void at the counter of the sale. */
      voids: z.boolean(),
      reason: z.string(),
      /** The second person who approved a void. */
      approverName: z.string(),
      /** The provider's reason for a refusal. */
      trouble: z.string(),
      operatorName: z.string(),
      departusername: z.string(),
      terminalName: z.string(),
      endTime: z.string().nullable(),
    }),
  ),
  create: refundInput,
  update: z.object({}),
  ...fieldsOf(marks),
})

export const RefundOrder = listedRow(refundResource.entity, refundResource.dict)
export type RefundOrder = z.infer<typeof RefundOrder>

/** Totals of all refunds found, without those that a provider refused. */
export const RefundSums = z.object({
  refunds: z.number().int(),
  /** Refunds that the provider has not confirmed yet, included in the totals. */
  pending: z.number().int(),
  amount: Amount,
  cash: Amount,
  scan: Amount,
  balance: Amount,
})
export type RefundSums = z.infer<typeof RefundSums>

export const refundSheet: Sheet = { title: 'sheet.refund', columns: sheetColumnsOf(marks) }
