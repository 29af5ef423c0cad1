import type { CallContext } from '#server/core/slice.ts'
import { withProjectNames } from '#server/features/rules/index.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ChargeAccount, ChargeLine, ChargeResult } from '#shared/features/sessions/charge.schema.ts'

/** A line as the ledger knows it: in fen, points, laps, visits. */
export interface LedgerLine {
  account: ChargeAccount
  project?: string
  /** Left out where the line is posted: before and after say it. */
  delta?: number
  before?: number | null
  after?: number | null
  /** `lastDay`: of a quote; the ledger keeps none. */
  lots?: { id: number | string; delta: number; validUntil: string | null; lastDay?: string | null }[]
}

/** What the SQL function `charge` answers of an order. */
export type ChargedOrder = Omit<ChargeResult, 'lines' | 'discount'> & { lines: LedgerLine[]; discount?: number }

const MONEY: readonly ChargeAccount[] = ['balance', 'give', 'coupon', 'cash', 'scan', 'deposit']

/** Lines as the wire has them: money as decimal amounts, everything taken as what it is worth. */
export async function toChargeLines(
  ctx: CallContext,
  lines: readonly LedgerLine[],
  orgCode = ctx.user.orgCode,
): Promise<ChargeLine[]> {
  const rows = lines.map((line) => ({ sysOrgCode: orgCode, projectType: line.project ?? '' }))
  const needsNames = rows.some(({ projectType }) => projectType !== '')
  const named = needsNames ? await ctx.tx((trx) => withProjectNames(trx, rows, ctx.locale)) : []
  return lines.map((line, index) => {
    const { account, before = null, after = null, lots = [] } = line
    const shown = (value: number): number => (MONEY.includes(account) ? fromMinor(value) : value)
    // A card without a limit has -1 before and after: there is no figure to show.
    const left = (value: number | null): number | null => (value === null || value < 0 ? null : shown(value))
    return {
      account,
      projectType: line.project ?? '',
      projectType_dictText: named[index]?.projectType_dictText ?? '',
      amount: shown(Math.abs(line.delta ?? 0)),
      before: left(before),
      after: left(after),
      lots: lots.map(({ id, delta, validUntil, lastDay = null }) => ({
        id: String(id),
        amount: shown(Math.abs(delta)),
        validUntil: validUntil === null ? null : toWireTime(new Date(validUntil)),
        lastDay,
      })),
    }
  })
}

/** What a charge answers, from what the database has stored for it. */
export async function toChargeResult(ctx: CallContext, order: ChargedOrder): Promise<ChargeResult> {
  // Answers that were stored before there were discounts have none.
  const { lines, amount, discount = 0, deposit, ...rest } = order
  const money = { amount: fromMinor(amount), discount: fromMinor(discount), deposit: fromMinor(deposit) }
  return { ...rest, ...money, lines: await toChargeLines(ctx, lines) }
}
