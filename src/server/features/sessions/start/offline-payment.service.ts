import type { CallContext, Deps } from '#server/core/slice.ts'
import { verifyOfflineStatement } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'

/** Permission to take money at a counter, online or offline. */
const CHARGES = 'consume:add'

/**
 * The payment of an offline start, as passed to `start_play`. Cash has been taken in any case. Wallet value is taken only up to a verified
 * statement of the server; otherwise the ride stays pending. Throws `common.invalidInput` or `auth.forbidden`.
 */
export function offlinePayment(deps: Deps, ctx: CallContext, input: StartInput, signedBy: string | null) {
  const { paid, offline, userId } = input
  if (!paid) return null
  if (!offline) throw new AppError('common.invalidInput', { field: 'paid' })
  if (!ctx.user.actions.has(CHARGES)) throw new AppError('auth.forbidden')
  const { id, by, shiftId = null } = paid
  const [amount, deposit] = [toMinor(paid.amount), toMinor(paid.deposit)]
  const received = paid.received === undefined ? null : toMinor(paid.received)
  const payment = { id, by, amount, deposit, received, shiftId, refusal: '', statement: null }
  if (by === 'cash') return payment
  const statement = verifyOfflineStatement(deps, paid.statement, { orgCode: ctx.user.orgCode, memberId: userId })
  return statement && signedBy !== null
    ? { ...payment, statement }
    : { ...payment, refusal: 'sessions.offlineValueUnproven' }
}
