import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line } from '#shared/core/text.ts'
import { RefundKind, RefundLine, RefundMethod } from './refunds.schema.ts'

/** Why a void takes a manager's approval: above the store's limit, a ride that was had, or a level that was given. */
export const ApprovalReason = z.enum(['amount', 'ridden', 'level'])
export type ApprovalReason = z.infer<typeof ApprovalReason>

/** The last sale of this counter and what voiding it would do; nothing is reserved by asking. */
export const LastSale = z.object({
  orderKind: RefundKind,
  orderId: z.uuid(),
  roleName: z.string(),
  /** Of its rides; empty for a recharge and while there is none. */
  tickets: z.string(),
  racer: z.string(),
  userId: z.string(),
  payWay: RefundMethod,
  /** What goes back besides the deposit, and the deposit. */
  amount: Amount,
  deposit: Amount,
  lines: z.array(RefundLine),
  /** When it was paid, and until when it can be voided. */
  soldAt: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Of the store, in which these moments are shown. */
  timeZone: z.string(),
  /** Whether a hung record was settled by it, which then hangs again. */
  settles: z.boolean(),
  approval: z.array(ApprovalReason),
  /** Whether the caller may approve it alone. */
  mayApprove: z.boolean(),
  approvers: z.array(z.object({ id: z.uuid(), realname: z.string() })),
  /** Whether a badge is enough for an approval here. */
  byBadge: z.boolean(),
  /** Why it would be refused, in the reader's language; null where it would go through. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type LastSale = z.infer<typeof LastSale>

/** What voids the last sale of a counter. The order is named, so that a late repeat never voids another one. */
export const VoidInput = z.object({
  orderKind: RefundKind,
  orderId: z.uuid(),
  reason: line(200, 1),
  /** Who approves where it takes one, with the refund password of that person or the number on the badge. */
  approverId: z.uuid().nullish(),
  approverPassword: exact(128).default(''),
  badge: exact(64).default(''),
  cashierId: familyField(z.uuid().nullish()),
  printId: exact(64).default(''),
})
export type VoidInput = z.output<typeof VoidInput>
