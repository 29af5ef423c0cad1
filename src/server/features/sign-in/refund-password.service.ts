import { verify } from '@node-rs/argon2'
import { kindOf } from '#server/core/audit/audit.ts'
import { createGuard, type Guarded, guarded, queues } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'

/** The columns of secrets that users set themselves; without a second one the sign-in password is used. */
export type Secret = 'passwordHash' | 'refundPasswordHash' | 'conPasswordHash'

/** Free attempts of one sign-in, and of a user at all sign-ins together. */
const OF_SIGN_IN = 6
const OF_PERSON = 20

/**
 * Limits the attempts at a user's own secrets in all calls. Each sign-in has few attempts of its own, so that wrong ones elsewhere do
 * not block it; all sign-ins of a user together have a limit as well.
 */
export const ownTries = (column: Secret, { user, tokenHash }: Pick<CallContext, 'user' | 'tokenHash'>): Guarded[] => [
  guarded(`own ${column} ${user.id} ${tokenHash}`, OF_SIGN_IN),
  guarded(`own ${column} ${user.id}`, OF_PERSON),
]

/** Checks attempts of one sign-in sequentially, so that simultaneous right ones are not counted as guesses. */
const inTurn = queues()

/**
 * Checks the refund password of the acting user and returns the hash that it matches, so that the caller can require in its
 * transaction that the hash is unchanged. An attempt is counted before it is checked; a refused one is recorded in the audit trail
 * although its call fails.
 */
export function checkRefundPassword(deps: Deps, ctx: CallContext, password: string): Promise<string> {
  return inTurn(ctx.tokenHash, () => check(deps, ctx, password))
}

async function check(deps: Deps, ctx: CallContext, password: string): Promise<string> {
  const { id } = ctx.user
  const refuse = async (error: AppError): Promise<never> => {
    await ctx.leaveTrail([{ id, kind: kindOf(ctx.path), after: { refused: error.code } }])
    throw error
  }
  const subjects = ownTries('refundPasswordHash', ctx)
  const tries = await createGuard(deps)
    .reserve(subjects)
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'auth.lockedOut') throw error
      return refuse(new AppError('refunds.passwordBlocked', { ...error.details, field: 'password' }))
    })
  const { passwordHash, refundPasswordHash } = await deps.db.kysely
    .selectFrom('userAccount')
    .select(['passwordHash', 'refundPasswordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const secret = refundPasswordHash ?? passwordHash
  if (!(await verify(secret, password).catch(() => false))) {
    return refuse(new AppError('refunds.passwordWrong', { field: 'password' }))
  }
  await tries.right(subjects)
  return secret
}
