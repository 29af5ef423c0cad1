import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers, exportHandler } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { guestPictureOf } from '#server/features/photos/index.ts'
import {
  commentWordResource,
  commentWordSheet,
  commentWords,
} from '#shared/features/comments/comment-words.contract.ts'
import { guestComments } from '#shared/features/comments/guest-comments.contract.ts'
import { memberComments } from '#shared/features/comments/member-comments.contract.ts'
import { rideComments } from '#shared/features/comments/ride-comments.contract.ts'
import { rideCommentResource, rideCommentSheet } from '#shared/features/comments/ride-comments.schema.ts'
import { commentWordTable } from './comment-words.repository.ts'
import { addComment, commentsOfKey, pictureOfKey, uploadPicture } from './guest-comments.service.ts'
import { ridesOfMember } from './member-comments.service.ts'
import { rideCommentTable } from './ride-comments.repository.ts'
import { replyToComment, reviewComment } from './ride-comments.service.ts'

export function commentsRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, queryById } = crudHandlers(deps, rideCommentResource, rideCommentTable)
  const { requireListed } = listRules(deps, rideCommentResource, rideCommentTable)
  /** Work on a comment that the caller's data rules show. */
  const onListed = <R>(ctx: CallContext, id: string, work: (trx: Transaction) => Promise<R>): Promise<R> =>
    ctx.tx(async (trx) => {
      await requireListed(trx, [id], ctx)
      return work(trx)
    })
  mount(app, deps, rideComments, {
    list,
    queryById,
    exportXls: exportHandler(deps, rideCommentResource, rideCommentSheet, rideCommentTable),
    picture: ({ query: { id, pictureId }, ctx }) =>
      onListed(ctx, id, (trx) => guestPictureOf(trx, { id: pictureId, usedFor: id })),
    review: ({ body, ctx }) => onListed(ctx, body.id, (trx) => reviewComment(deps, ctx, trx, body)),
    reply: ({ body, ctx }) => onListed(ctx, body.id, (trx) => replyToComment(deps, ctx, trx, body)),
  })
  mount(app, deps, commentWords, {
    ...crudHandlers(deps, commentWordResource, commentWordTable),
    ...undoHandlers(deps, commentWordResource, commentWordTable),
    ...excelHandlers(deps, commentWordResource, commentWordSheet, commentWordTable),
  })
  mount(app, deps, memberComments, {
    rides: ({ ctx }) => ctx.tx((trx) => ridesOfMember(deps, ctx, trx)),
  })
  mount(app, deps, guestComments, {
    status: ({ query, ctx }) => commentsOfKey(deps, ctx, query.key),
    upload: ({ query, ctx }) => uploadPicture(deps, ctx, query),
    add: ({ body, ctx }) => addComment(deps, ctx, body),
    picture: ({ query, ctx }) => pictureOfKey(deps, ctx, query),
  })
}
