import { sql } from 'kysely'
import { asJson } from '#server/core/audit/audit.ts'
import { isManager } from '#server/core/auth/signed-in.ts'
import { toAppError } from '#server/core/http/database-errors.ts'
import { idempotencyContext, isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { requireListedRecharge } from '#server/features/recharge/index.ts'
import { withProjectNames } from '#server/features/rules/index.ts'
import { requireListedOrder } from '#server/features/sessions/index.ts'
import { payFromOf } from '#server/features/shifts/index.ts'
import { checkRefundPassword } from '#server/features/sign-in/index.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { isUuid, newId } from '#shared/core/id.ts'
import { formatMinor, fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type {
  RefundableLine,
  RefundInput,
  RefundKind,
  RefundLine,
  RefundPlan,
  RefundResult,
} from '#shared/features/refunds/refunds.schema.ts'
import type { PayFrom } from '#shared/features/shifts/shifts.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { slipTexts } from './refund-slip.service.ts'

/** A refund line in ledger units: minor units, points, laps or visits. */
export interface PlannedLine {
  account: RefundLine['account']
  project: string
  delta: number
}

/** Result of the SQL function `plan_refund`. */
export interface PlanResult {
  orgCode: string
  memberId: string | null
  ruleName: string
  payWay: RefundPlan['payWay']
  paid: Minor
  refunded: Minor
  refundable: Minor
  amount: Minor
  /** Of the amount: what a coupon had paid, for which no money is returned. */
  coupon?: Minor
  lines: PlannedLine[]
  refusal: { code: ErrorCode; details: ErrorDetails } | null
}

/** Result of the SQL function `refund`. */
interface RefundCallResult {
  repeated: boolean
  answer: { result: Omit<RefundResult, 'lines'> & { lines: PlannedLine[] } }
  orgCode?: string
}

const MONEY: readonly RefundLine['account'][] = ['balance', 'give', 'coupon', 'cash', 'scan']

/** Converts an error of the refund functions, with amounts as decimals. */
export function withAmounts(error: unknown): unknown {
  const appError = toAppError(error)
  if (!appError?.code.startsWith('refunds.')) return appError ?? error
  return withAmountDetails(appError)
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

/** Throws `common.recordNotFound` for an order that data rules hide from the caller. */
const requireListed = async (
  trx: Transaction,
  { user }: CallContext,
  { orderKind, orderId }: Pick<RefundTarget, 'orderKind' | 'orderId'>,
  now: Date,
): Promise<void> => {
  if (orderKind === 'consume') await requireListedOrder(trx, user, orderId, now)
  else await requireListedRecharge(trx, user, orderId, now)
}

interface Terms {
  reason: string
  /** The caller's refund password; empty if not entered. */
  password: string
  terminalId?: string | null | undefined
  printId: string
  payFrom: PayFrom
}

/** The caller's part of a refund call: proof of identity, limits, and labels of the slip. Throws if the refund password is wrong. */
export async function refundTerms(
  deps: Deps,
  ctx: CallContext,
  { reason, password, terminalId, printId, payFrom }: Terms,
) {
  const { user, locale } = ctx
  // A repeated refund returns the stored result, whatever was entered.
  const needsCheck = password !== '' && !(await ctx.tx((trx) => isAnswered(trx, ctx)))
  return {
    reason,
    passwordHash: needsCheck ? await checkRefundPassword(deps, ctx, password) : null,
    manages: isManager(user),
    terminalId: await provenTerminal(ctx, terminalId),
    tokenHash: ctx.tokenHash,
    locale,
    slip: slipTexts(locale, false),
    printId,
    payFrom: payFromOf(ctx, payFrom),
    jobId: newId(),
  }
}

/** Refunds an order in one round trip to the database; the refund id is the key. Throws `refunds.*` and `sessions.cashierUnknown`. */
export async function addRefund(deps: Deps, ctx: CallContext, input: RefundInput): Promise<RefundResult> {
  const cashierId = input.cashierId || null
  if (cashierId !== null && !isUuid(cashierId)) {
    throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  }
  await ctx.tx((trx) => requireListed(trx, ctx, input, deps.clock()))
  const { password, ...request } = input
  const call = {
    ...idempotencyContext(ctx),
    ...(await refundTerms(deps, ctx, { ...input, payFrom: input })),
    request: asJson(request),
    orderKind: input.orderKind,
    orderId: input.orderId,
    amount: input.amount ? toMinor(input.amount) : null,
    lines: input.lines ?? null,
    cashierId,
    now: deps.clock(),
  }
  return sendRefund(deps, ctx, call, REFUND_TOPICS)
}

/** Topics to publish after a refund. */
export const REFUND_TOPICS: readonly string[] = [
  'refunds',
  'recharges',
  'playRecords',
  'wallets',
  'shifts',
  'printJobs',
  'products',
]

/** Calls the SQL function `refund`, publishes the topics after a change, and returns the result. */
export async function sendRefund(
  deps: Deps,
  ctx: CallContext,
  call: object,
  topics: readonly string[],
): Promise<RefundResult> {
  const { answer, orgCode } = await deps.db
    .call<RefundCallResult>('refund', 'select refund($1)', [JSON.stringify(call)])
    .catch((error: unknown) => {
      throw withAmounts(error)
    })
  if (orgCode !== undefined) {
    ctx.afterCommit(async () => {
      for (const topic of topics) await deps.realtime.publish({ topic, orgCode })
    })
  }
  const { lines, amount, id, refundState, payWay } = answer.result
  return {
    id,
    refundState,
    payWay,
    amount: fromMinor(amount),
    lines: await toRefundLines(ctx, orgCode ?? ctx.user.orgCode, lines),
  }
}

/** The product lines of an order, with what may still be refunded of them. */
async function refundableLines(trx: Transaction, orderId: string): Promise<RefundableLine[]> {
  const lines = await trx
    .selectFrom('orderLine')
    .select(['id', 'name', 'price', 'pieces', 'refunded'])
    .where('orderId', '=', orderId)
    .where('kind', '=', 'product')
    .orderBy('place')
    .execute()
  return lines.map(({ id, name, price, pieces, refunded }) => ({
    id,
    name,
    price: fromMinor(price),
    count: pieces,
    left: pieces - refunded,
  }))
}

interface RefundTarget {
  orderKind: RefundKind
  orderId: string
  amount?: number | undefined
  lines?: readonly { lineId: string; count: number }[] | undefined
}

/** The effect of a refund, or why it would be refused; changes nothing. */
export async function previewRefund(deps: Deps, ctx: CallContext, target: RefundTarget): Promise<RefundPlan> {
  const amount = target.amount === undefined ? null : toMinor(target.amount)
  const pieces = target.lines && target.lines.length > 0 ? JSON.stringify(target.lines) : null
  const { plan, goods } = await ctx.tx(async (trx) => {
    await requireListed(trx, ctx, target, deps.clock())
    const { rows } = await sql<{ plan: PlanResult | null }>`
      select plan_refund(${target.orderKind}, ${target.orderId}, ${amount}, ${deps.clock()},
        ${pieces}::jsonb) as plan`.execute(trx)
    return { plan: rows[0]?.plan, goods: await refundableLines(trx, target.orderId) }
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
    goods,
    refusal: refusal && {
      code: refusal.code,
      message: text(ctx.locale, `error.${refusal.code}`, refusal.details as Record<string, string>),
      field: String(refusal.details.field ?? ''),
    },
  }
}
