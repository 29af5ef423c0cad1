import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { guestPictureOf, receiveGuestPicture } from '#server/features/photos/index.ts'
import { feedback } from '#shared/features/feedback/feedback.contract.ts'
import { feedbackResource, feedbackSheet } from '#shared/features/feedback/feedback.schema.ts'
import { MAX_FEEDBACK_PICTURES } from '#shared/features/feedback/feedback-words.schema.ts'
import { memberFeedback } from '#shared/features/feedback/member-feedback.contract.ts'
import { feedbackTable, visibleFeedback } from './feedback.repository.ts'
import { addFeedback, answerFeedback, limitAddress, ownFeedback } from './feedback.service.ts'

export function feedbackRoutes(app: FastifyInstance, deps: Deps): void {
  const { list } = crudHandlers(deps, feedbackResource, feedbackTable)
  const { requireListed } = listRules(deps, feedbackResource, feedbackTable)
  /** Work on a row that the caller's data rules show. */
  const onListed = <R>(ctx: CallContext, id: string, work: (trx: Transaction) => Promise<R>): Promise<R> =>
    ctx.tx(async (trx) => {
      await requireListed(trx, [id], ctx)
      return work(trx)
    })
  mount(app, deps, feedback, {
    list,
    queryById: ({ query, ctx }) =>
      onListed(ctx, query.id, async (trx) => {
        const row = await visibleFeedback(trx, ctx.user, query.id)
        const [shown] = await withDictTexts(deps.dictionaries, feedbackResource.dict, [row], ctx.locale)
        if (!shown) throw new Error('feedback was not found when it was read again')
        return shown
      }),
    exportXls: exportHandler(deps, feedbackResource, feedbackSheet, feedbackTable),
    picture: ({ query: { id, pictureId }, ctx }) =>
      onListed(ctx, id, (trx) => guestPictureOf(trx, { id: pictureId, usedFor: id })),
    answer: ({ body, ctx }) => onListed(ctx, body.id, (trx) => answerFeedback(deps, ctx, trx, body)),
  })
  mount(
    app,
    deps,
    memberFeedback,
    {
      list: ({ ctx }) => ctx.tx((trx) => ownFeedback(trx, ctx)),
      upload: ({ query: { kept }, ctx }) =>
        receiveGuestPicture(deps, ctx, {
          orgCode: ctx.user.orgCode,
          sentFor: ctx.memberId,
          most: MAX_FEEDBACK_PICTURES,
          kept,
        }),
      add: ({ body, ctx }) => ctx.tx((trx) => addFeedback(deps, ctx, trx, body)),
    },
    { before: { add: ({ ctx }) => limitAddress(deps, ctx) } },
  )
}
