import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { ReviewInput } from '#shared/features/comments/ride-comments.contract.ts'
import { changeComment, lockComment } from './ride-comments.repository.ts'

function announce({ realtime }: Deps, ctx: CallContext, orgCode: string): void {
  ctx.afterCommit(() => realtime.publish({ topic: 'comments', orgCode }))
}

const nameOf = ({ user: { realname, username } }: CallContext): string => realname || username

/** Shows or hides a comment; its text stays as it is. Throws `comments.needsReason`. */
export async function reviewComment(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, commentState: state, reason }: ReviewInput,
): Promise<null> {
  const row = await lockComment(trx, id)
  const hideReason = state === 'hidden' ? (reason ?? row.hideReason) : ''
  if (state === 'hidden' && hideReason === '') throw new AppError('comments.needsReason', { field: 'reason' })
  await changeComment(trx, row, { state, hideReason, reviewedBy: nameOf(ctx), reviewedAt: deps.clock() })
  ctx.touched({
    id,
    before: { commentState: row.state, reason: row.hideReason },
    after: { commentState: state, reason: hideReason },
  })
  announce(deps, ctx, row.orgCode)
  return null
}

/** Sets or removes the store's reply. */
export async function replyToComment(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, reply }: { id: string; reply: string },
): Promise<null> {
  const row = await lockComment(trx, id)
  const replied =
    reply === '' ? { repliedBy: '', repliedAt: null } : { repliedBy: nameOf(ctx), repliedAt: deps.clock() }
  await changeComment(trx, row, { reply, ...replied })
  ctx.touched({ id, before: { reply: row.reply }, after: { reply } })
  announce(deps, ctx, row.orgCode)
  return null
}
