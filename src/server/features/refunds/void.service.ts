import { sql } from 'kysely'
import { asJson } from '#server/core/audit/audit.ts'
import { idempotencyContext, isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor, type Minor } from '#shared/core/money.ts'
import type { RefundKind, RefundResult } from '#shared/features/refunds/refunds.schema.ts'
import type { ApprovalReason, LastSale, VoidInput } from '#shared/features/refunds/voids.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { checkApprover } from './approver.service.ts'
import { type PlanResult, REFUND_TOPICS, sendRefund, toRefundLines, withAmountDetails } from './refund.service.ts'
import { slipTexts } from './refund-slip.service.ts'

/** Result of the SQL function `sale_to_void`. */
interface Sale {
  kind: RefundKind
  id: string
  soldAt: string
  until: string
  timeZone: string
  tickets: string
  racer: string
  deposit: Minor
  settles: boolean
  approval: ApprovalReason[]
  byBadge: boolean
  approvers: { id: string; realname: string }[]
  refusal: { code: ErrorCode; details: ErrorDetails } | null
  plan: PlanResult
}

/** The last sale of the caller's counter and the effect of voiding it; null without a sale within a day. */
export async function lastSaleOf(deps: Deps, ctx: CallContext): Promise<LastSale | null> {
  const { id: operator, orgCode, actions } = ctx.user
  const terminal = await ctx.terminal()
  const sale = await ctx.tx(async (trx) => {
    const { rows } = await sql<{ sale: Sale | null }>`
      select sale_to_void(${orgCode}, ${terminal}, ${operator}, ${deps.clock()}) as sale`.execute(trx)
    return rows[0]?.sale ?? null
  })
  if (!sale) return null
  const { kind, id, soldAt, until, plan, approvers, byBadge, deposit, ...about } = sale
  const refusal = sale.refusal && withAmountDetails(sale.refusal)
  return {
    ...about,
    orderKind: kind,
    orderId: id,
    soldAt: new Date(soldAt).toISOString(),
    until: new Date(until).toISOString(),
    roleName: plan.ruleName,
    userId: plan.memberId ?? '',
    payWay: plan.payWay,
    amount: fromMinor(plan.payWay === 'coupon' ? plan.amount : plan.amount - (plan.coupon ?? 0)),
    deposit: fromMinor(deposit),
    lines: await toRefundLines(ctx, orgCode, plan.lines),
    mayApprove: actions.has('refund:approve'),
    approvers,
    // A badge is accepted only at a terminal.
    byBadge: byBadge && terminal !== null,
    refusal: refusal && {
      code: refusal.code,
      message: text(ctx.locale, `error.${refusal.code}`, refusal.details as Record<string, string>),
    },
  }
}

/** Voids the last sale of the caller's counter, once; the key is the id of the void. Throws `refunds.*` and errors of the approver. */
export async function voidSale(deps: Deps, ctx: CallContext, input: VoidInput): Promise<RefundResult> {
  const { approverPassword, badge, ...request } = input
  // A repeated void returns the stored result, whatever was entered.
  const isRepeated = await ctx.tx((trx) => isAnswered(trx, ctx))
  const approval = isRepeated ? {} : await checkApprover(deps, ctx, input)
  const call = {
    ...idempotencyContext(ctx),
    request: asJson(request),
    orderKind: input.orderKind,
    orderId: input.orderId,
    amount: null,
    reason: input.reason,
    passwordHash: null,
    manages: false,
    approval,
    depositKey: newId(),
    cashierId: input.cashierId ?? null,
    terminalId: await ctx.terminal(),
    tokenHash: ctx.tokenHash,
    locale: ctx.locale,
    slip: slipTexts(ctx.locale, true),
    printId: input.printId,
    jobId: newId(),
    now: deps.clock(),
  }
  return sendRefund(deps, ctx, call, [...REFUND_TOPICS, 'vehicles'])
}
