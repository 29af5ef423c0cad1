import type { CallContext, Deps, PaidOrders } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { causeOf, post } from '#server/features/ledger/index.ts'
import {
  currentMember,
  enteredPasswordHash,
  lockMember,
  refuseMissingMember,
  requireActiveMember,
} from '#server/features/members/index.ts'
import { paymentCall } from '#server/features/payments/index.ts'
import { withWalletAmounts } from '#server/features/sessions/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { coinFaultText } from '#shared/features/coins/coin-fault.calc.ts'
import type { CoinSale, CoinSaleResult } from '#shared/features/coins/coin-outputs.schema.ts'
import type { CoinReturnInput } from '#shared/features/coins/coin-returns.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import {
  closeScannedCoins,
  FRESH_SECONDS,
  insertCoinReturn,
  payScannedCoins,
  type SoldCoins,
  sellCoins,
} from './coin-outputs.repository.ts'

/** The order kind in payments. */
const COIN_OUTPUT = 'coinOutput'
/** The record kind of member changes in the audit trail. */
const MEMBER_KIND = '/membermanage/sysMemberManage'

/** Sells coins that a machine counts out; the idempotency key is the id of the output. Throws `coins.*`, `members.*` or `sessions.*`. */
export async function sellOutput(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { userId, payCode, cashierId, password: _, ...sale }: CoinSale,
): Promise<CoinSaleResult> {
  const { user, key: id } = ctx
  const terminalId = await ctx.terminal()
  const payment =
    sale.payMode === 'scan'
      ? paymentCall(deps, {
          orderKind: COIN_OUTPUT,
          orderId: id,
          orgCode: '',
          amount: 0,
          subject: '',
          payCode,
          operatorId: user.id,
          operatorName: user.realname,
          cashierId,
          terminalId,
        })
      : null
  const sold = await sellCoins(trx, {
    ...sale,
    id,
    memberId: userId || null,
    passwordHash: enteredPasswordHash(ctx),
    payment,
    freshSeconds: FRESH_SECONDS,
    userId: user.id,
    username: user.username,
    realname: user.realname,
    cashierId: cashierId || null,
    tokenHash: ctx.tokenHash,
    terminalId,
    now: deps.clock(),
  }).catch((error: unknown) => {
    throw withFaultText(ctx, withWalletAmounts(error))
  })
  ctx.changesStore(sold.orgCode)
  ctx.touched({ id, after: { deviceId: sale.deviceId, asked: sold.asked, amount: sold.amount, payMode: sale.payMode } })
  announce(deps, ctx, sold)
  return { id, asked: sold.asked, amount: fromMinor(sold.amount), waits: sold.waits }
}

/** A refusal for a fault of the machine, with the fault in words. */
const withFaultText = ({ locale }: CallContext, error: unknown): unknown =>
  error instanceof AppError && error.code === 'coins.machineFault'
    ? new AppError(error.code, {
        ...error.details,
        fault: coinFaultText((key, values) => text(locale, key, values), String(error.details.fault)),
      })
    : error

function announce({ realtime }: Deps, ctx: CallContext, { orgCode, memberId }: SoldCoins): void {
  ctx.afterCommit(async () => {
    await realtime.publish({ topic: 'coinOutputs', orgCode })
    if (memberId !== null) await realtime.publish({ topic: 'wallets', orgCode })
  })
}

/** Adds coins that a member gives back to the wallet. Throws `members.*`. */
export async function returnCoins(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { userId, coins, remark }: CoinReturnInput,
): Promise<{ id: string; before: number; after: number }> {
  const found = await currentMember(trx, userId)
  if (!found) return refuseMissingMember(trx, ctx.user.orgCode, userId)
  const member = await lockMember(trx, found.id)
  const { id: memberId, orgCode } = member
  ctx.changesStore(orgCode)
  requireActiveMember(member, deps.clock())
  const { user, key: id } = ctx
  const cause = await causeOf(deps, ctx, { kind: 'coinIn', id, orgCode })
  const [posted] = await post(trx, cause, [{ account: 'coins', member: memberId, delta: coins }])
  await insertCoinReturn(trx, {
    id,
    orgCode,
    memberId,
    coins,
    remark,
    operatorId: user.id,
    operatorName: user.realname,
    terminalId: await ctx.terminal(),
    createdAt: deps.clock(),
  })
  const { before, after } = posted ?? {}
  const change = { before: before ?? 0, after: after ?? 0 }
  ctx.touched({ id, after: { userId: memberId, coins } })
  ctx.touched({ id: memberId, kind: MEMBER_KIND, before: { coins: change.before }, after: { coins: change.after } })
  ctx.afterCommit(async () => {
    for (const topic of ['coinReturns', 'wallets']) await deps.realtime.publish({ topic, orgCode })
  })
  return { id, ...change }
}

/** Outputs that wait for a scanned payment: counted when paid, closed when not. */
export const paidCoinOutputs: PaidOrders = {
  kind: COIN_OUTPUT,
  async paid(trx, id, { orgCode, amount }, deps) {
    await payScannedCoins(trx, { id, orgCode, amount }, deps.clock())
    await deps.realtime.publish({ topic: 'coinOutputs', orgCode }, trx)
  },
  async closed(trx, id, { orgCode }, deps) {
    await closeScannedCoins(trx, { id, orgCode }, deps.clock())
    await deps.realtime.publish({ topic: 'coinOutputs', orgCode }, trx)
  },
}
