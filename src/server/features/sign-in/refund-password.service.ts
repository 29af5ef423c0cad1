import { verify } from '@node-rs/argon2'
import { kindOf } from '#server/core/audit.ts'
import { createGuard, type Guarded, guarded, queues } from '#server/core/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'

/** The columns with secrets that people set themselves; without a second one the sign-in password stands in for it. */
export type Secret = 'passwordHash' | 'refundPasswordHash' | 'conPasswordHash'

/** Free tries of one sign-in, and of a person at all sign-ins together. */
const OF_SIGN_IN = 6
const OF_PERSON = 20

/**
 * How often somebody may try a secret of their own, wherever it is asked for. Each sign-in has its own few tries, so that wrong ones
 * elsewhere do not refuse the right one here; all sign-ins of a person together have a limit as well.
 */
export const ownTries = (column: Secret, { user, tokenHash }: Pick<CallContext, 'user' | 'tokenHash'>): Guarded[] => [
  guarded(`own ${column} ${user.id} ${tokenHash}`, OF_SIGN_IN),
  guarded(`own ${column} ${user.id}`, OF_PERSON),
]

/** Tries of one sign-in are checked one after the other: right ones that come together are no burst of guesses. */
const inTurn = queues()

/**
 * Checks the refund password of the person who acts, and answers the hash that it fits: whoever moves value insists that it is still that
 * one. A try is counted before it is checked; one that is refused stays in the trail, although its call fails.
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
