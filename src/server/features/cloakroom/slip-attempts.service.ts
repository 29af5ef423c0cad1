import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { isCodeKnown } from './cloakroom-items.repository.ts'

/** Enough for right slips that several counters of a user scan at once; guessing one of 62 random bits stays hopeless. */
const FREE_ATTEMPTS = 60

/**
 * Checks that a code is that of a slip of the caller's stores. An attempt is counted before it is checked; a wrong one stays counted and
 * in the audit trail, although the call fails. Throws `cloakroom.codeUnknown` or `auth.lockedOut`.
 */
export async function checkCode(deps: Deps, ctx: CallContext, code: string): Promise<void> {
  const attempt = await createGuard(deps).reserve([guarded(`cloakroom slips by ${ctx.user.id}`, FREE_ATTEMPTS)])
  if (await ctx.tx((trx) => isCodeKnown(trx, code))) return attempt.right()
  await ctx.leaveTrail([{ id: ctx.user.id, after: { refused: 'cloakroom.codeUnknown' } }])
  throw new AppError('cloakroom.codeUnknown', { field: 'code' })
}
