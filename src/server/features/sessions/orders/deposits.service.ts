import { asJson } from '#server/core/audit/audit.ts'
import { idempotencyContext } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { payFromOf } from '#server/features/shifts/index.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { DepositReturn, ReturnDepositInput } from '#shared/features/sessions/charge.schema.ts'
import { findConsumeOrder } from './consume-orders.repository.ts'

interface ReturnResult {
  repeated: boolean
  answer: { result: DepositReturn }
  orgCode?: string
}

/**
 * Returns a deposit, once; a scan payment is refunded through its provider. Throws `sessions.cashierUnknown`, `common.recordNotFound` or
 * why it cannot be returned.
 */
export async function returnDeposit(deps: Deps, ctx: CallContext, input: ReturnDepositInput): Promise<DepositReturn> {
  const cashierId = input.cashierId || null
  if (cashierId !== null && !isUuid(cashierId)) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  // Orders that data rules hide cannot be changed.
  await ctx.tx((trx) => findConsumeOrder(trx, ctx.user, input.id, deps.clock()))
  const call = {
    ...idempotencyContext(ctx),
    request: asJson(input),
    orderId: input.id,
    reason: input.remark,
    cashierId,
    payFrom: payFromOf(ctx, input),
    terminalId: await provenTerminal(ctx, input.terminalId),
    tokenHash: ctx.tokenHash,
    now: deps.clock(),
  }
  const returned = await deps.db.call<ReturnResult>('return_deposit', 'select return_deposit($1)', [
    JSON.stringify(call),
  ])
  const { orgCode } = returned
  if (orgCode !== undefined) {
    ctx.afterCommit(async () => {
      for (const topic of ['playRecords', 'shifts']) await deps.realtime.publish({ topic, orgCode })
    })
  }
  const { result } = returned.answer
  return { ...result, deposit: fromMinor(result.deposit) }
}
