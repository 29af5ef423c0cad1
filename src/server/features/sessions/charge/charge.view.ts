import type { CallContext } from '#server/core/slice.ts'
import { withProjectNames } from '#server/features/rules/index.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { SoldLine } from '#shared/features/products/cart.schema.ts'
import type { ChargeAccount, ChargeLine, ChargeResult } from '#shared/features/sessions/charge.schema.ts'

/** A charge line in ledger units: minor units, points, laps or visits. */
export interface LedgerLine {
  account: ChargeAccount
  project?: string
  /** Absent in posted lines, which have `before` and `after`. */
  delta?: number
  before?: number | null
  after?: number | null
  /** `lastDay` is set only in quotes. */
  lots?: { id: number | string; delta: number; validUntil: string | null; lastDay?: string | null }[]
}

/** The order in the result of the SQL function `charge`. */
export type ChargedOrder = Omit<ChargeResult, 'lines' | 'discount' | 'goods'> & {
  lines: LedgerLine[]
  discount?: number
  goods?: SoldLine[]
}

const MONEY: readonly ChargeAccount[] = ['balance', 'give', 'coupon', 'cash', 'scan', 'deposit']

/** Charge lines for the API: money as decimals, amounts as positive values. */
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
    // An unlimited card has -1 before and after, which is not shown.
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

/** The API result of a charge from the stored one. */
export async function toChargeResult(ctx: CallContext, order: ChargedOrder): Promise<ChargeResult> {
  // Results stored before discounts existed have none.
  const { lines, amount, discount = 0, deposit, goods = [], ...rest } = order
  const money = { amount: fromMinor(amount), discount: fromMinor(discount), deposit: fromMinor(deposit) }
  return { ...rest, ...money, lines: await toChargeLines(ctx, lines), goods: goods.map(toSoldLine) }
}

/** A line of an order for the API, from one with amounts in fen. */
export const toSoldLine = (line: SoldLine): SoldLine => ({
  ...line,
  price: fromMinor(line.price),
  amount: fromMinor(line.amount),
})
