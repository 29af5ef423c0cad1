import { askerOf } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { guestPictureOf, receiveGuestPicture, takeGuestPictures } from '#server/features/photos/index.ts'
import { playOfResultKey } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { CommentInput, CommentsOfRide } from '#shared/features/comments/guest-comments.contract.ts'
import { MAX_PICTURES } from '#shared/features/comments/ride-comments.schema.ts'
import { markedWords } from './comment-words.repository.ts'
import {
  type CommentedRide,
  type CommentRow,
  commentOfRide,
  guestFields,
  rideToComment,
  shownComments,
} from './ride-comments.repository.ts'

/** How many comments of other guests the result page shows. */
const MAX_SHOWN = 10

/** The ride of a key; undefined before it has started. Throws `ranking.noResult`. */
async function rideOfKey(deps: Deps, trx: Transaction, key: string): Promise<CommentedRide | undefined> {
  const playId = playOfResultKey(deps, key)
  if (playId === null) throw new AppError('ranking.noResult', { field: 'key' })
  return rideToComment(trx, playId, deps.clock())
}

/** The ride of a key that may be commented on now. Throws `comments.closed`. */
async function openRideOf(deps: Deps, trx: Transaction, key: string): Promise<CommentedRide> {
  const ride = await rideOfKey(deps, trx, key)
  if (!ride?.isOpen) throw new AppError('comments.closed')
  return ride
}

/** Guests use neither the connections of counters nor, one alone, all of those for guests. */
const asGuest = <R>(deps: Deps, ctx: CallContext, work: (trx: Transaction) => Promise<R>): Promise<R> =>
  deps.strangers.run(() => deps.db.scoped(EVERY_STORE, work, 'lists'), askerOf(ctx.ip))

const nothingYet: CommentsOfRide = { isOpen: false, own: null, average: null, count: 0, shown: [] }

/** The comment on the ride of a key, and the shown ones of its store. */
export const commentsOfKey = (deps: Deps, ctx: CallContext, key: string): Promise<CommentsOfRide> =>
  asGuest(deps, ctx, async (trx) => {
    const ride = await rideOfKey(deps, trx, key)
    if (!ride) return nothingYet
    const row = await commentOfRide(trx, ride)
    return {
      isOpen: ride.isOpen && row === undefined,
      own: row ? { ...guestFields(row), commentState: row.state } : null,
      ...(await shownComments(trx, ride.orgCode, MAX_SHOWN)),
    }
  })

/** Whether a call repeats the one that wrote a comment. */
const isSame = ({ stars, content, pictureIds }: CommentRow, given: Omit<CommentInput, 'key'>): boolean =>
  stars === given.stars && content === given.content && pictureIds.join() === given.pictures.join()

/** Stores the comment on a ride, once. Throws `comments.closed` or `comments.onceOnly`. */
export const addComment = (deps: Deps, ctx: CallContext, { key, ...given }: CommentInput): Promise<null> =>
  asGuest(deps, ctx, async (trx) => {
    const { isOpen: _, ...ride } = await openRideOf(deps, trx, key)
    const { stars, content, pictures } = given
    const { orgCode } = ride
    const id = newId()
    const row = {
      ...ride,
      id,
      stars,
      content,
      pictureIds: pictures,
      markedWords: await markedWords(trx, orgCode, content),
      createdAt: deps.clock(),
    }
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('rideComment')
      .values(row)
      .onConflict((conflict) => conflict.constraint('ride_comment_of_ride').doNothing())
      .executeTakeFirstOrThrow()
    if (Number(added) === 0) {
      const before = await commentOfRide(trx, ride)
      // A call whose answer was lost is repeated.
      if (before && isSame(before, given)) return null
      throw new AppError('comments.onceOnly')
    }
    await takeGuestPictures(trx, { ids: pictures, orgCode, sentFor: ride.playId, usedFor: id })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'comments', orgCode }))
    return null
  })

/** Stores a picture for the comment on a ride. Throws `comments.closed`, and `comments.onceOnly` after the comment. */
export async function uploadPicture(
  deps: Deps,
  ctx: CallContext,
  { key, kept }: { key: string; kept: readonly string[] },
): Promise<{ id: string }> {
  const ride = await asGuest(deps, ctx, async (trx) => {
    const open = await openRideOf(deps, trx, key)
    if (await commentOfRide(trx, open)) throw new AppError('comments.onceOnly')
    return open
  })
  return receiveGuestPicture(deps, ctx, { orgCode: ride.orgCode, sentFor: ride.playId, most: MAX_PICTURES, kept })
}

/** A picture of the own comment, or of a shown one of the same store. Throws `common.recordNotFound`. */
export const pictureOfKey = (deps: Deps, ctx: CallContext, { key, id }: { key: string; id: string }) =>
  asGuest(deps, ctx, async (trx) => {
    const ride = await rideOfKey(deps, trx, key)
    const comment =
      ride &&
      (await trx
        .selectFrom('guestPicture as p')
        .innerJoin('rideComment as c', (join) =>
          join.onRef('c.id', '=', 'p.usedFor').onRef('c.orgCode', '=', 'p.orgCode'),
        )
        .select('c.id')
        .where('p.id', '=', id)
        .where('p.orgCode', '=', ride.orgCode)
        .where(({ eb, or }) => or([eb('c.state', '=', 'shown'), eb('c.playId', '=', ride.playId)]))
        .executeTakeFirst())
    if (!comment) throw new AppError('common.recordNotFound')
    return guestPictureOf(trx, { id, usedFor: comment.id })
  })
