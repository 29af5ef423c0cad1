import { askerOf, createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import { idFrom } from '#server/core/content-id.ts'
import { isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { sendNotice, usersWithAction } from '#server/features/messages/index.ts'
import { takeGuestPictures } from '#server/features/photos/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { AnswerInput } from '#shared/features/feedback/feedback.contract.ts'
import type { FeedbackInput, OwnFeedback } from '#shared/features/feedback/member-feedback.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { countSince, feedbackOf, lockFeedback } from './feedback.repository.ts'

const DAY_MS = 86_400_000
/** How often a member may send feedback within a day. */
export const MAX_PER_DAY = 5
/** How often an address may, before it waits: members at a venue share one. */
const MAX_PER_ADDRESS = 30
const ADDRESS_PATIENCE = { first: 60, longest: 3600, forgives: 3600 }
/** How many rows the member page shows. */
const MAX_SHOWN = 50
/** Who may answer gets a notice. */
const ANSWERS = 'feedback:answer'

function announce({ realtime }: Deps, ctx: CallContext, orgCode: string): void {
  ctx.afterCommit(() => realtime.publish({ topic: 'feedback', orgCode }))
}

/** Counts a call by its address, unless it repeats an answered one. Throws `common.tooManyRequests`. */
export async function limitAddress(deps: Deps, ctx: CallContext): Promise<void> {
  if (await ctx.tx((trx) => isAnswered(trx, ctx))) return
  const calls = guarded(`feedback from ${askerOf(ctx.ip)}`, MAX_PER_ADDRESS, ADDRESS_PATIENCE)
  await createGuard(deps)
    .reserve([calls])
    .catch((error: unknown) => {
      // The guard's own text is about passwords.
      throw error instanceof AppError && error.code === 'auth.lockedOut'
        ? new AppError('common.tooManyRequests')
        : error
    })
}

/** Stores feedback of a member and notifies those who may answer. Throws `feedback.tooMany`. */
export async function addFeedback(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { feedbackKind: kind, content, contact, pictures }: FeedbackInput,
): Promise<null> {
  const { memberId, key: id } = ctx
  const { orgCode } = ctx.user
  const now = deps.clock()
  const sent = await countSince(trx, { memberId, orgCode }, new Date(now.getTime() - DAY_MS))
  if (sent >= MAX_PER_DAY) throw new AppError('feedback.tooMany', { most: MAX_PER_DAY })
  await trx
    .insertInto('feedback')
    .values({ id, orgCode, memberId, kind, contact, content, pictureIds: pictures, createdAt: now })
    .execute()
  await takeGuestPictures(trx, { ids: pictures, orgCode, sentFor: memberId, usedFor: id })
  await sendNotice(deps, trx, await usersWithAction(trx, ANSWERS, orgCode), {
    orgCode,
    idFor: (userId) => idFrom('feedback', id, userId),
    texts: (language) => ({
      title: text(language, 'feedback.notice.title', { kind: text(language, `feedback.kind.${kind}`) }),
      paragraphs: [content],
    }),
  })
  ctx.touched({ id, after: { feedbackKind: kind, content } })
  announce(deps, ctx, orgCode)
  return null
}

/** The feedback of the member, as the member page shows it. */
export const ownFeedback = async (trx: Transaction, ctx: CallContext): Promise<OwnFeedback[]> =>
  (await feedbackOf(trx, { memberId: ctx.memberId, orgCode: ctx.user.orgCode }, MAX_SHOWN)).map(
    ({ id, createdAt, kind, content, state, answer }) => ({
      id,
      createTime: toWireTime(createdAt),
      feedbackKind: kind,
      content,
      feedbackState: state,
      answer,
    }),
  )

/** Sets state and answer; an answer that is sent as it is changes nothing of its time. Throws `feedback.noAnswer`. */
export async function answerFeedback(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, feedbackState: state, answer }: AnswerInput,
): Promise<null> {
  const row = await lockFeedback(trx, id)
  const next = answer ?? row.answer
  if (state === 'answered' && next === '') throw new AppError('feedback.noAnswer', { field: 'answer' })
  const at = deps.clock()
  const by = ctx.user.realname || ctx.user.username
  const answered =
    next === row.answer ? {} : { answer: next, answeredBy: next && by, answeredAt: next === '' ? null : at }
  await trx
    .updateTable('feedback')
    .set({ state, ...answered, updatedBy: ctx.user.username, updatedAt: at })
    .where('id', '=', id)
    .where('orgCode', '=', row.orgCode)
    .execute()
  ctx.touched({
    id,
    before: { feedbackState: row.state, answer: row.answer },
    after: { feedbackState: state, answer: next },
  })
  announce(deps, ctx, row.orgCode)
  return null
}
