import { verify } from '@node-rs/argon2'
import { kindOf } from '#server/core/audit.ts'
import { createGuard, type Guarded, guarded } from '#server/core/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'

/** The columns with secrets that people set themselves; without a second one the sign-in password stands in for it. */
export type Secret = 'passwordHash' | 'refundPasswordHash' | 'conPasswordHash'

/** How often somebody may try a secret of their own, wherever it is asked for. */
export const ownTries = (column: Secret, userId: string): Guarded => guarded(`own ${column} ${userId}`, 6)

/**
 * Checks the refund password of the person who acts, and answers the hash that it fits: whoever moves value insists that it is still that
 * one. A try is counted before it is checked; one that is refused stays in the trail, although its call fails.
 */
export async function checkRefundPassword(deps: Deps, ctx: CallContext, password: string): Promise<string> {
  const { id } = ctx.user
  const refuse = async (error: AppError): Promise<never> => {
    await ctx.leaveTrail([{ id, kind: kindOf(ctx.path), after: { refused: error.code } }])
    throw error
  }
  const subject = ownTries('refundPasswordHash', id)
  const tries = await createGuard(deps)
    .reserve([subject])
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
  await tries.right([subject])
  return secret
}
