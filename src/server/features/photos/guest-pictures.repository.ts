import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

interface NewPicture {
  id: string
  orgCode: string
  /** Who may use it: the id of a ride, or the number of a member. */
  sentFor: string
  image: Buffer
  createdAt: Date
}

interface PictureLimits {
  /** Pictures that wait to be used by their sender; the oldest that is not kept gives way to a further one. */
  most: number
  /** Ids of pictures that the sender will use, fewer than `most`. */
  kept: readonly string[]
  /** Weight of all pictures of the store. */
  mostBytes: number
}

/** Stores a picture of a guest; returns false if the store's limit is reached. A lock serializes concurrent calls. */
export async function storeGuestPicture(
  trx: Transaction,
  picture: NewPicture,
  { most, kept, mostBytes }: PictureLimits,
): Promise<boolean> {
  const { orgCode, sentFor, image } = picture
  await sql`select pg_advisory_xact_lock(hashtextextended('pictures of guests ' || ${orgCode}::text, 0))`.execute(trx)
  await sql`delete from guest_picture where (id, org_code) in (
    select p.id, p.org_code from guest_picture p
      where p.sent_for = ${sentFor} and p.org_code = ${orgCode} and p.used_for is null
      order by p.id = any(${[...kept]}::uuid[]) desc, p.created_at desc, p.id desc offset ${most - 1})`.execute(trx)
  const { used } = await trx
    .selectFrom('guestPicture')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + image.length > mostBytes) return false
  await trx
    .insertInto('guestPicture')
    .values({ ...picture, usedFor: null, bytes: image.length })
    .execute()
  return true
}

/** Takes pictures of a sender for what they were sent with, each once. Throws `photos.unknown`. */
export async function takeGuestPictures(
  trx: Transaction,
  { ids, orgCode, sentFor, usedFor }: { ids: readonly string[]; orgCode: string; sentFor: string; usedFor: string },
): Promise<void> {
  if (ids.length === 0) return
  const taken = await trx
    .updateTable('guestPicture')
    .set({ usedFor })
    .where('id', 'in', [...ids])
    .where('orgCode', '=', orgCode)
    .where('sentFor', '=', sentFor)
    .where('usedFor', 'is', null)
    .returning('id')
    .execute()
  if (taken.length !== ids.length) throw new AppError('photos.unknown', { field: 'pictures' })
}

/** A picture of a comment or of feedback as a `data:` URL. Throws `common.recordNotFound`. */
export async function guestPictureOf(
  trx: Transaction,
  { id, usedFor }: { id: string; usedFor: string },
): Promise<{ image: string }> {
  const found = await trx
    .selectFrom('guestPicture')
    .select('image')
    .where('id', '=', id)
    .where('usedFor', '=', usedFor)
    .executeTakeFirst()
  if (!found) throw new AppError('common.recordNotFound')
  return { image: `data:image/jpeg;base64,${found.image.toString('base64')}` }
}

/** Deletes pictures that were not used for a day; returns how many. */
export async function deleteUnusedPictures(trx: Transaction, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from guest_picture where used_for is null and created_at < ${now}::timestamptz - interval '1 day'`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}
