import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { MemberRow } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'

/** The member of a call. Throws `auth.tokenInvalid` if it was merged or removed since. */
export async function ownMember(trx: Transaction, ctx: Pick<CallContext, 'memberId' | 'user'>): Promise<MemberRow> {
  const row = await trx
    .selectFrom('member')
    .selectAll()
    .where('id', '=', ctx.memberId)
    .where('orgCode', '=', ctx.user.orgCode)
    .where('mergedInto', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('auth.tokenInvalid')
  return row
}
