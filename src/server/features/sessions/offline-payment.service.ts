import type { CallContext, Deps } from '#server/core/slice.ts'
import { verifyOfflineStatement } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'

/** Who takes money at a counter, with or without the server. */
const CHARGES = 'consume:add'

/**
 * What was paid for a start without the server, as `start_play` takes it. Cash was taken, whatever is said of it; value is taken within
 * what the server itself had said of it, and the ride hangs otherwise.
 */
export function offlinePayment(deps: Deps, ctx: CallContext, input: StartInput, signedBy: string | null) {
  const { paid, offline, userId } = input
  if (!paid) return null
  if (!offline) throw new AppError('common.invalidInput', { field: 'paid' })
  if (!ctx.user.actions.has(CHARGES)) throw new AppError('auth.forbidden')
  const { id, by, shiftId = null } = paid
  const [amount, deposit] = [toMinor(paid.amount), toMinor(paid.deposit)]
  const received = paid.received === undefined ? null : toMinor(paid.received)
  const payment = { id, by, amount, deposit, received, shiftId, refusal: '', said: null }
  if (by === 'cash') return payment
  const said = verifyOfflineStatement(deps, paid.statement, { orgCode: ctx.user.orgCode, memberId: userId })
  return said && signedBy !== null ? { ...payment, said } : { ...payment, refusal: 'sessions.offlineValueUnproven' }
}
