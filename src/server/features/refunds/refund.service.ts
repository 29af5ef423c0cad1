import { sql } from 'kysely'
import { asJson } from '#server/core/audit.ts'
import { toAppError } from '#server/core/database-errors.ts'
import { isAnswered, selfKeyed } from '#server/core/keyed.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { requireListedRecharge } from '#server/features/recharge/index.ts'
import { withProjectNames } from '#server/features/rules/index.ts'
import { requireListedOrder } from '#server/features/sessions/index.ts'
import { payFromOf } from '#server/features/shifts/index.ts'
import { checkRefundPassword } from '#server/features/sign-in/index.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { formatMinor, fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type {
  RefundInput,
  RefundKind,
  RefundLine,
  RefundPlan,
  RefundResult,
} from '#shared/features/refunds/refunds.schema.ts'
import type { PayFrom } from '#shared/features/shifts/shifts.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { slipTexts } from './refund-slip.service.ts'

/** A line as the ledger knows it: in fen, points, laps, visits. */
export interface PlannedLine {
  account: RefundLine['account']
  project: string
  delta: number
}

/** What the SQL function `plan_refund` answers. */
export interface PlanResult {
  orgCode: string
  memberId: string | null
  ruleName: string
  payWay: RefundPlan['payWay']
  paid: Minor
  refunded: Minor
  refundable: Minor
  amount: Minor
  lines: PlannedLine[]
  refusal: { code: ErrorCode; details: ErrorDetails } | null
}

/** What the SQL function `refund` answers. */
interface Refunded {
  repeated: boolean
  answer: { result: Omit<RefundResult, 'lines'> & { lines: PlannedLine[] } }
  orgCode?: string
}

const MONEY: readonly RefundLine['account'][] = ['balance', 'give', 'coupon', 'cash', 'scan']
const UUID = /^[0-9a-f-]{36}$/i
/** People whom no limit of a store binds. */
const MANAGERS: readonly string[] = ['-1', '0', '1']

/** A refusal with its figures as people read them. */
export function withAmounts(error: unknown): unknown {
  const known = toAppError(error)
  if (!known?.code.startsWith('refunds.')) return known ?? error
  return withAmountDetails(known)
}

export function withAmountDetails({ code, details }: { code: ErrorCode; details: ErrorDetails }): AppError {
  const { needed, available, ...rest } = details
  if (needed === undefined) return new AppError(code, details)
  return new AppError(code, {
    ...rest,
    needed: formatMinor(Number(needed)),
    available: formatMinor(Number(available)),
  })
}

export async function toRefundLines(
  ctx: CallContext,
  orgCode: string,
  lines: readonly PlannedLine[],
): Promise<RefundLine[]> {
  const rows = lines.map(({ project }) => ({ sysOrgCode: orgCode, projectType: project }))
  const needsNames = rows.some(({ projectType }) => projectType !== '')
  const named = needsNames ? await ctx.tx((trx) => withProjectNames(trx, rows, ctx.locale)) : []
  return lines.map(({ account, project, delta }, index) => ({
    account,
    projectType: project,
    projectType_dictText: named[index]?.projectType_dictText ?? '',
    change: MONEY.includes(account) ? fromMinor(delta) : delta,
  }))
}

/** Refuses an order that its list hides from the caller. */
const requireListed = async (
  trx: Transaction,
  { user }: CallContext,
  { orderKind, orderId }: Pick<Asked, 'orderKind' | 'orderId'>,
  now: Date,
): Promise<void> => {
  if (orderKind === 'consume') await requireListedOrder(trx, user, orderId, now)
  else await requireListedRecharge(trx, user, orderId, now)
}

interface Terms {
  reason: string
  /** The refund password of whoever is signed in; empty where none was typed. */
  password: string
  terminalId?: string | null | undefined
  printId: string
  payFrom: PayFrom
}

/** What `refund` must know of whoever refunds: that they are who they say, what binds them, and what their paper says. */
export async function refundTerms(
  deps: Deps,
  ctx: CallContext,
  { reason, password, terminalId, printId, payFrom }: Terms,
) {
  const { user, locale } = ctx
  // A repeated refund is answered as before, whatever was typed.
  const isAsked = password !== '' && !(await ctx.tx((trx) => isAnswered(trx, ctx)))
  return {
    reason,
    passwordHash: isAsked ? await checkRefundPassword(deps, ctx, password) : null,
    manages: MANAGERS.includes(user.identity),
    terminalId: await provenTerminal(ctx, terminalId),
    tokenHash: ctx.tokenHash,
    locale,
    slip: slipTexts(locale, false),
    printId,
    payFrom: payFromOf(ctx, payFrom),
    jobId: newId(),
  }
}

/** Refunds an order in one round trip to the database; the refund's id is the key. */
export async function addRefund(deps: Deps, ctx: CallContext, input: RefundInput): Promise<RefundResult> {
  const cashierId = input.cashierId || null
  if (cashierId !== null && !UUID.test(cashierId)) {
    throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  }
  await ctx.tx((trx) => requireListed(trx, ctx, input, deps.clock()))
  const { password, ...request } = input
  const call = {
    ...selfKeyed(ctx),
    ...(await refundTerms(deps, ctx, { ...input, payFrom: input })),
    request: asJson(request),
    orderKind: input.orderKind,
    orderId: input.orderId,
    amount: input.amount ? toMinor(input.amount) : null,
    cashierId,
    now: deps.clock(),
  }
  return sendRefund(deps, ctx, call, REFUND_TOPICS)
}

/** What screens hear of when an order was refunded. */
export const REFUND_TOPICS: readonly string[] = [
  'refunds',
  'recharges',
  'playRecords',
  'wallets',
  'shifts',
  'printJobs',
]

/** Gives the SQL function `refund` its call, tells the screens of these topics when it has changed something, and answers as the calls do. */
export async function sendRefund(
  deps: Deps,
  ctx: CallContext,
  call: object,
  topics: readonly string[],
): Promise<RefundResult> {
  const { answer, orgCode } = await deps.db
    .call<Refunded>('refund', 'select refund($1)', [JSON.stringify(call)])
    .catch((error: unknown) => {
      throw withAmounts(error)
    })
  if (orgCode !== undefined) {
    ctx.afterCommit(async () => {
      for (const topic of topics) await deps.realtime.publish({ topic, orgCode })
    })
  }
  const { lines, amount, ...rest } = answer.result
  return { ...rest, amount: fromMinor(amount), lines: await toRefundLines(ctx, orgCode ?? ctx.user.orgCode, lines) }
}

interface Asked {
  orderKind: RefundKind
  orderId: string
  amount?: number | undefined
}

/** What a refund would do now, or why it would be refused; nothing is reserved. */
export async function previewRefund(deps: Deps, ctx: CallContext, asked: Asked): Promise<RefundPlan> {
  const amount = asked.amount === undefined ? null : toMinor(asked.amount)
  const plan = await ctx.tx(async (trx) => {
    await requireListed(trx, ctx, asked, deps.clock())
    const { rows } = await sql<{ plan: PlanResult | null }>`
      select plan_refund(${asked.orderKind}, ${asked.orderId}, ${amount}, ${deps.clock()}) as plan`.execute(trx)
    return rows[0]?.plan
  })
  if (!plan) throw new AppError('common.recordNotFound', { field: 'orderId' })
  const refusal = plan.refusal && withAmountDetails(plan.refusal)
  return {
    sysOrgCode: plan.orgCode,
    payWay: plan.payWay,
    userId: plan.memberId ?? '',
    roleName: plan.ruleName,
    paid: fromMinor(plan.paid),
    refunded: fromMinor(plan.refunded),
    refundable: fromMinor(plan.refundable),
    amount: fromMinor(plan.amount),
    lines: await toRefundLines(ctx, plan.orgCode, plan.lines),
    refusal: refusal && {
      code: refusal.code,
      message: text(ctx.locale, `error.${refusal.code}`, refusal.details as Record<string, string>),
      field: String(refusal.details.field ?? ''),
    },
  }
}
