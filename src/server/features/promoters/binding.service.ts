import type { CallContext, Deps, ReferredMember } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { currentMember } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { BINDING_HOURS } from '#shared/features/promoters/promoters.schema.ts'
import { lockByCode } from './promoters.repository.ts'

const HOUR_MS = 3_600_000

/**
 * Binds a member to the promoter of a code, once and for good. Repeated for the same promoter it changes nothing. Throws
 * `promoters.codeUnknown`, `promoters.oneself`, `promoters.tooLate` or `promoters.boundBefore`.
 */
export async function bindMember(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { userId, code, boundBy }: { userId: string; code: string; boundBy: string },
): Promise<{ promoterName: string }> {
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  const { id: memberId, orgCode } = member
  ctx.changesStore(orgCode)
  const promoter = await lockByCode(trx, code, orgCode)
  await requireOther(trx, member, promoter)
  const now = deps.clock()
  if (now.getTime() > member.createdAt.getTime() + BINDING_HOURS * HOUR_MS)
    throw new AppError('promoters.tooLate', { hours: BINDING_HOURS, field: 'userId' })
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('promotedMember')
    .values({
      id: ctx.key,
      orgCode,
      memberId,
      promoterId: promoter.id,
      terms: JSON.stringify(promoter.terms),
      boundAt: now,
      boundBy,
    })
    .onConflict((conflict) => conflict.constraint('promoted_member_once').doNothing())
    .executeTakeFirstOrThrow()
  if (Number(added) === 0) {
    const before = await trx
      .selectFrom('promotedMember')
      .select('promoterId')
      .where('memberId', '=', memberId)
      .where('orgCode', '=', orgCode)
      .executeTakeFirst()
    if (before?.promoterId !== promoter.id) throw new AppError('promoters.boundBefore', { field: 'userId' })
  }
  ctx.touched({ id: memberId, after: { promoterId: promoter.id } })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'promoters', orgCode }))
  return { promoterName: promoter.name }
}

/** Action of users who name who referred a member. */
const BIND = 'promotedmember:add'

/** Binds a member who is being registered at the counter. Throws `auth.forbidden`, and what `bindMember` throws. */
export async function bindReferred(
  trx: Transaction,
  { memberId: userId, promoterCode: code }: ReferredMember,
  ctx: CallContext,
  deps: Deps,
): Promise<void> {
  if (!ctx.user.actions.has(BIND)) throw new AppError('auth.forbidden')
  const boundBy = ctx.user.realname || ctx.user.username
  await bindMember(deps, ctx, trx, { userId, code, boundBy }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.details.field === 'code')) throw error
    throw new AppError(error.code, { ...error.details, field: 'promoterCode' })
  })
}

/** Promoters cannot refer themselves: neither the promoter's own member, nor the member with the phone of the promoter's user. */
async function requireOther(
  trx: Transaction,
  member: { id: string; phone: string },
  promoter: { memberId: string | null; userId: string | null },
): Promise<void> {
  const own = promoter.memberId === null ? null : await currentMember(trx, promoter.memberId)
  const user =
    promoter.userId === null
      ? null
      : await trx.selectFrom('userAccount').select('phone').where('id', '=', promoter.userId).executeTakeFirst()
  if (own?.id === member.id || (member.phone !== '' && user?.phone === member.phone))
    throw new AppError('promoters.oneself', { field: 'code' })
}
