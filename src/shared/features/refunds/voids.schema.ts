import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line } from '#shared/core/text.ts'
import { RefundKind, RefundLine, RefundMethod } from './refunds.schema.ts'

/** Why a void requires a manager's approval: amount above the store's limit, a ridden ride, or a granted level. */
export const ApprovalReason = z.enum(['amount', 'ridden', 'level'])
export type ApprovalReason = z.infer<typeof ApprovalReason>

/** The last sale of this counter and the effect of voiding it; a preview reserves nothing. */
export const LastSale = z.object({
  orderKind: RefundKind,
  orderId: z.uuid(),
  roleName: z.string(),
  /** Tickets of its rides; empty for a recharge or before there are any. */
  tickets: z.string(),
  racer: z.string(),
  userId: z.string(),
  payWay: RefundMethod,
  /** Amount to refund without the deposit, and the deposit. */
  amount: Amount,
  deposit: Amount,
  lines: z.array(RefundLine),
  /** Time of payment, and until when it can be voided. */
  soldAt: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Time zone of the store, for showing these times. */
  timeZone: z.string(),
  /** Whether it settled a pending ride, which becomes pending again. */
  settles: z.boolean(),
  approval: z.array(ApprovalReason),
  /** Whether the caller may approve it alone. */
  mayApprove: z.boolean(),
  approvers: z.array(z.object({ id: z.uuid(), realname: z.string() })),
  /** Whether the store accepts a badge for approvals. */
  byBadge: z.boolean(),
  /** Why it would be refused, in the caller's language; null if it would succeed. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type LastSale = z.infer<typeof LastSale>

/** Input of a void. It names the order, so that a late repeat never voids another one. */
export const VoidInput = z.object({
  orderKind: RefundKind,
  orderId: z.uuid(),
  reason: line(200, 1),
  /** The approver, if required, with that user's refund password or badge number. */
  approverId: z.uuid().nullish(),
  approverPassword: exact(128).default(''),
  badge: exact(64).default(''),
  cashierId: familyField(z.uuid().nullish()),
  printId: exact(64).default(''),
})
export type VoidInput = z.output<typeof VoidInput>
