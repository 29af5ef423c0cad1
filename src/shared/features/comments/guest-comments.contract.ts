import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, lines } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { keptPictures } from '#shared/features/photos/guest-pictures.schema.ts'
import { CommentState, MAX_COMMENT, MAX_PICTURES, Stars } from './ride-comments.schema.ts'

/** The key of a ride, from the code on its ticket. */
const Key = exact(38, 38)

const shownFields = {
  createTime: WireTime,
  stars: Stars,
  content: z.string(),
  pictures: z.array(z.uuid()),
  /** The store's reply; empty: none. */
  reply: z.string(),
}

/** A comment as other guests see it. */
export const ShownComment = z.object({ id: z.uuid(), racer: familyField(z.string()), ...shownFields })
export type ShownComment = z.infer<typeof ShownComment>

export const CommentsOfRide = z.object({
  /** Whether the ride may be commented on now. */
  isOpen: z.boolean(),
  own: z.object({ ...shownFields, commentState: CommentState }).nullable(),
  /** Average stars of the store's shown comments; null: there are none. */
  average: z.number().nullable(),
  count: z.number().int(),
  /** The newest shown comments of the store. */
  shown: z.array(ShownComment),
})
export type CommentsOfRide = z.infer<typeof CommentsOfRide>

const CommentInput = z.object({
  key: Key,
  stars: Stars,
  content: lines(MAX_COMMENT).default(''),
  /** Pictures that were uploaded for this ride. */
  pictures: z.array(z.uuid()).max(MAX_PICTURES).default([]),
})
export type CommentInput = z.output<typeof CommentInput>

/** The comment of a guest, from the result page of the ride. */
export const guestComments = onScreen('comment', {
  status: route({
    method: 'GET',
    path: '/game/result/comments',
    summary: 'The comment on a ride, and the shown comments of its store, for the guest with this key',
    access: 'public',
    query: z.object({ key: Key }),
    result: CommentsOfRide,
  }),
  upload: route({
    method: 'POST',
    path: '/game/result/picture',
    summary:
      'Stores a picture (JPEG) for the comment on a ride; of more than three unused ones the oldest is deleted that is not in `kept`, and each after a day',
    access: 'public',
    query: z.object({ key: Key, kept: keptPictures(MAX_PICTURES) }),
    result: z.object({ id: z.uuid() }),
    takes: 'file',
    audited: false,
  }),
  add: route({
    method: 'POST',
    path: '/game/result/comment',
    summary: 'Comments on a ride, once; shown to others after its review',
    access: 'public',
    body: CommentInput,
    result: z.null(),
    message: 'message.comment.added',
    audited: false,
  }),
  picture: route({
    method: 'GET',
    path: '/game/result/commentPicture',
    summary: 'A picture of the own comment or of a shown one of the store, as a `data:` URL',
    access: 'public',
    query: z.object({ key: Key, id: z.uuid() }),
    result: z.object({ image: z.string() }),
  }),
})
