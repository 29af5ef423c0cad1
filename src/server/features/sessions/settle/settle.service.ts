import { isManager } from '#server/core/auth/signed-in.ts'
import { idempotencyContext, isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { createStatementBatcher, type StatementBatcher } from '#server/db/statement-batcher.ts'
import { checkConsumptionPassword } from '#server/features/members/index.ts'
import { paymentOf, receivedOf, TEST_DRIVES } from '#server/features/sessions/charge/consume.service.ts'
import { withWalletAmounts } from '#server/features/sessions/refusals.service.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import type { ConsumeInput } from '#shared/features/sessions/play-before-pay.contract.ts'

const CHARGE = 'select charge_play($1)'
const SETTLE_HELD = 'select settle_held($1)'

/**
 * Creates the batcher that settles pending rides arriving at the same moment in one statement, if they are the common case. Resolves to the
 * org code of each, or null for a repeated call.
 */
export const createSettleBatcher = ({ db, log }: Deps): StatementBatcher<string | null> =>
  createStatementBatcher(
    (calls) => db.call('settle_held', SETTLE_HELD, [JSON.stringify(calls)]),
    (error) => log.warn({ err: error }, 'a batch of orders is settled one by one'),
  )

/**
 * Settles a pending ride in one round trip to the database; the order id is the key. Throws `sessions.*`, `members.*` and payment errors.
 */
export async function chargePlay(
  deps: Deps,
  ctx: CallContext,
  input: ConsumeInput,
  settleBatcher: StatementBatcher<string | null>,
): Promise<void> {
  const { user } = ctx
  const ruleId = input.sysDepartConsumeRoleId || null
  if (ruleId !== null && !isUuid(ruleId))
    throw new AppError('sessions.ruleNotFound', { field: 'sysDepartConsumeRoleId' })
  const cashier = input.cashierId || null
  if (cashier !== null && !isUuid(cashier)) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  const terminalId = await provenTerminal(ctx, input.terminalId)
  const passwordHash = input.password ? await checkPassword(deps, ctx, { ...input, terminalId }, input.password) : null
  const call = {
    ...idempotencyContext(ctx),
    mayEscaped: isManager(user),
    playId: input.id,
    ruleId,
    consumeType: input.consumeType,
    memberId: input.userId || null,
    usageMode: input.usageMode,
    racer: input.racer || null,
    remark: input.remark || null,
    cashierId: cashier,
    terminalId,
    guestPayMode: input.consumePayMode,
    received: receivedOf(input),
    couponCode: input.groupNumber?.trim() || null,
    ...paymentOf(deps, ctx, input),
    mayTest: user.actions.has(TEST_DRIVES),
    locale: ctx.locale,
    passwordHash,
    tokenHash: ctx.tokenHash,
    now: deps.clock(),
  }
  // The common case: taken from the value reserved at the start.
  const single = () => chargeSingle(deps, call)
  const orgCode = await (input.consumeType === 'BALANCE' ? settleBatcher(call, single) : single())
  // Null: the key was used before, and nothing has changed.
  if (orgCode !== null) ctx.afterCommit(() => deps.realtime.publish({ topic: 'playRecords', orgCode }))
}

const chargeSingle = (deps: Deps, call: object): Promise<string | null> =>
  deps.db.call<string | null>('charge_play', CHARGE, [JSON.stringify(call)]).catch((error: unknown) => {
    throw withWalletAmounts(error)
  })

/** The hash that the consumption password of the payer matches; null for a repeated charge, which needs none. */
async function checkPassword(
  deps: Deps,
  ctx: CallContext,
  { id, userId, terminalId = null }: ConsumeInput,
  password: string,
): Promise<string | null> {
  const play = await ctx.tx(async (trx) =>
    (await isAnswered(trx, ctx))
      ? undefined
      : trx.selectFrom('playRecord').select(['memberId', 'orgCode']).where('id', '=', id).executeTakeFirst(),
  )
  const memberId = userId || play?.memberId
  if (!play || !memberId) return null
  return checkConsumptionPassword(deps, ctx, { memberId, orgCode: play.orgCode, terminalId }, password)
}
