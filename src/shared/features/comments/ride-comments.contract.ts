import { z } from 'zod'
import { crudRoutes } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { line, lines } from '#shared/core/text.ts'
import { MAX_COMMENT, rideCommentResource } from './ride-comments.schema.ts'

const { path, labels } = rideCommentResource
const { list, queryById } = crudRoutes(rideCommentResource)

const ReviewInput = z.object({
  id: z.uuid(),
  commentState: z.enum(['shown', 'hidden']),
  /** Why it is hidden; left out: the reason that it has. Not stored for one that is shown. */
  reason: line(200, 1).optional(),
})
export type ReviewInput = z.output<typeof ReviewInput>

/** Comments on rides: their review and replies. What a guest wrote is never changed. */
export const rideComments = {
  list,
  queryById,
  exportXls: excelRoutes(rideCommentResource).exportXls,
  picture: route({
    labels,
    method: 'GET',
    path: `${path}/picture`,
    summary: 'A picture of a comment as a `data:` URL',
    access: 'comment:list',
    query: z.object({ id: z.uuid(), pictureId: z.uuid() }),
    result: z.object({ image: z.string() }),
  }),
  review: route({
    labels,
    method: ['PUT', 'POST'],
    path: `${path}/review`,
    summary: 'Shows a comment to guests, or hides it for a reason',
    access: 'comment:review',
    body: ReviewInput,
    result: z.null(),
    message: 'message.comment.reviewed',
  }),
  reply: route({
    labels,
    method: ['PUT', 'POST'],
    path: `${path}/reply`,
    summary: "Sets the store's reply to a comment; an empty one removes it",
    access: 'comment:reply',
    body: z.object({ id: z.uuid(), reply: lines(MAX_COMMENT) }),
    result: z.null(),
    message: 'message.comment.replied',
  }),
}
