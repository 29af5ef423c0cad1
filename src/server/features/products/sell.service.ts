import { asJson } from '#server/core/audit/audit.ts'
import { idempotencyContext, isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { checkConsumptionPassword } from '#server/features/members/index.ts'
import type { PhonePayer } from '#server/features/payments/index.ts'
import {
  announceCharge,
  cartOf,
  chargeRefusal,
  type LedgerLine,
  paymentOf,
  receivedOf,
  terminalOf,
  toChargeLines,
  toSoldLine,
} from '#server/features/sessions/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { SaleInput, SaleResult } from '#shared/features/products/product-sales.contract.ts'

/** Result of the SQL function `sell`. */
interface Sold {
  repeated: boolean
  answer: { result: Omit<SaleResult, 'lines'> & { lines: LedgerLine[] } }
  orgCode?: string
}

/** Sales in the audit trail, wherever they were made. */
const SALE_KIND = '/product/sysProductSale'
/** Topics to publish after a sale. */
const SALE_TOPICS = ['products', 'playRecords', 'printJobs']

/**
 * Sells products, gifts and coupons in one round trip; the order id is the key. A kiosk sells only what is listed for self-service, and has no cashier. Throws
 * the refusal in the caller's language.
 */
export async function sellProducts(
  deps: Deps,
  ctx: CallContext,
  input: SaleInput,
  { kiosk = false, phone }: { kiosk?: boolean; phone?: PhonePayer | undefined } = {},
): Promise<SaleResult> {
  const call = { ...(await saleCall(deps, ctx, input, phone)), kiosk }
  const { answer, repeated, orgCode } = await deps.db
    .call<Sold>('sell', 'select sell($1)', [JSON.stringify(call)])
    .catch((error: unknown) => {
      throw chargeRefusal(ctx, error)
    })
  if (!repeated && orgCode !== undefined) announceCharge(deps, ctx, orgCode, SALE_TOPICS)
  const { lines, goods, amount, ...rest } = answer.result
  return {
    ...rest,
    amount: fromMinor(amount),
    lines: await toChargeLines(ctx, lines, orgCode),
    goods: goods.map(toSoldLine),
  }
}

/** The argument of the SQL function `sell`; the idempotency key is the order id. */
async function saleCall(deps: Deps, ctx: CallContext, input: SaleInput, phone: PhonePayer | undefined) {
  const { cashierId, consumePayMode: payMode } = input
  if (cashierId && !isUuid(cashierId)) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  const terminal = await terminalOf(ctx, input)
  return {
    ...idempotencyContext(ctx),
    kind: SALE_KIND,
    request: asJson(input),
    locale: ctx.locale,
    ...terminal,
    cashierId: cashierId || null,
    tokenHash: ctx.tokenHash,
    passwordHash: await checkPassword(deps, ctx, input, terminal.signedBy),
    cart: cartOf(input.lines),
    payMode: payMode === 'wechat' ? 'scan' : payMode,
    memberId: input.userId || null,
    received: receivedOf(input),
    remark: input.remark ?? '',
    ...paymentOf(deps, ctx, { ...input, phone }),
    now: deps.clock(),
  }
}

/** The hash that the entered consumption password matches; null for a repeated sale, which needs none. */
async function checkPassword(
  deps: Deps,
  ctx: CallContext,
  { lines, userId, password }: SaleInput,
  terminalId: string | null,
): Promise<string | null> {
  const [{ productId = '' } = {}] = lines
  if (!password || !userId) return null
  const item = await ctx.tx(async (trx) =>
    (await isAnswered(trx, ctx))
      ? undefined
      : trx.selectFrom('goodsItem').select('orgCode').where('id', '=', productId).executeTakeFirst(),
  )
  if (!item) return null
  return checkConsumptionPassword(deps, ctx, { memberId: userId, orgCode: item.orgCode, terminalId }, password)
}
