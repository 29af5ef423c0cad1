import { verify } from '@node-rs/argon2'
import { createGuard, guarded } from '#server/core/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { currentMember } from './merged-members.repository.ts'

interface Asked {
  memberId: string
  orgCode: string
  /** The counter where it is typed, as far as one is known. */
  terminalId: string | null
}

/** Of four digits so many may be tried in a day that guessing takes the better part of a year. */
const FREE_GUESSES = 5
const PATIENCE = { first: 300, longest: 3600, forgives: 24 * 3600 }
/** One person, or one counter, serves many members: their slips are more, and guesses at many members are limited still. */
const FREE_SLIPS = 40

const KIND = '/membermanage/sysMemberManage'

/**
 * Checks the consumption password that a member typed, and answers the hash that it fits; null where the member has none. Who moves
 * the member's value insists that the member still has that one.
 *
 * A try is counted before it is checked, for the member, for who serves and for the counter; one that is refused stays in the trail,
 * although its call fails.
 */
export async function checkConsumptionPassword(
  deps: Deps,
  ctx: CallContext,
  { memberId, orgCode, terminalId }: Asked,
  password: string,
): Promise<string | null> {
  const member = await deps.db.scoped(ctx.user.scope, (trx) => currentMember(trx, memberId))
  if (!member?.consumePassword || member.orgCode !== orgCode) return null
  const refuse = async (error: AppError): Promise<never> => {
    await ctx.leaveTrail([{ id: memberId, kind: KIND, after: { refused: error.code } }])
    throw error
  }
  const ofMember = guarded(`consumption ${orgCode} ${memberId}`, FREE_GUESSES, PATIENCE)
  const others = [guarded(`consumption by ${ctx.user.id}`, FREE_SLIPS)]
  if (terminalId !== null) others.push(guarded(`consumption at ${terminalId}`, FREE_SLIPS))
  const tries = await createGuard(deps)
    .reserve([ofMember, ...others])
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'auth.lockedOut') throw error
      return refuse(new AppError('members.passwordBlocked', { ...error.details, field: 'password' }))
    })
  const right = await verify(member.consumePassword, password).catch(() => false)
  if (!right) return refuse(new AppError('members.passwordWrong', { field: 'password' }))
  await tries.right([ofMember])
  return member.consumePassword
}
