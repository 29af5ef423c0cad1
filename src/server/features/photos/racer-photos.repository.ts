import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

interface NewPhoto {
  id: string
  orgCode: string
  image: Buffer
  takenAt: Date
  takenByName: string
}

/** Stores a photograph; returns false if the store's limit is reached. A lock serializes concurrent calls. */
export async function storePhoto(trx: Transaction, photo: NewPhoto, mostBytes: number): Promise<boolean> {
  const { image, orgCode } = photo
  await sql`select pg_advisory_xact_lock(hashtextextended('photographs of ' || ${orgCode}::text, 0))`.execute(trx)
  const { used } = await trx
    .selectFrom('racerPhoto')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('used'))
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()
  if (Number(used ?? 0) + image.length > mostBytes) return false
  await trx
    .insertInto('racerPhoto')
    .values({ ...photo, usedFor: null, bytes: image.length })
    .execute()
  return true
}

/** The photograph of a ride; undefined if its rule requires none. */
export const photoOfRide = (trx: Transaction, playId: string) =>
  trx
    .selectFrom('ridePhoto as ride')
    .innerJoin('store', 'store.orgCode', 'ride.orgCode')
    .leftJoin('racerPhoto as photo', (join) =>
      join.onRef('photo.id', '=', 'ride.photoId').onRef('photo.orgCode', '=', 'ride.orgCode'),
    )
    .select(['ride.photoId', 'ride.reason', 'ride.offline', 'store.photoKeepDays'])
    .select(['photo.image', 'photo.takenAt', 'photo.takenByName'])
    .where('ride.playId', '=', playId)
    .executeTakeFirst()

/** Takes a photograph of the store for a record, once; it is then retained as long as those of rides. Throws `photos.unknown`. */
export async function takePhoto(
  trx: Transaction,
  { id, orgCode, usedFor }: { id: string; orgCode: string; usedFor: string },
): Promise<void> {
  const taken = await trx
    .updateTable('racerPhoto')
    .set({ usedFor })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('usedFor', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new AppError('photos.unknown', { field: 'photoId' })
}

/** The photograph that was taken for a record; undefined once it was deleted. */
export const imageOf = async (trx: Transaction, usedFor: string): Promise<Buffer | undefined> =>
  (await trx.selectFrom('racerPhoto').select('image').where('usedFor', '=', usedFor).executeTakeFirst())?.image

export const removePhoto = (trx: Transaction, id: string) =>
  trx
    .deleteFrom('racerPhoto')
    .where('id', '=', id)
    .returning(['id', 'usedFor', 'takenAt', 'takenByName'])
    .executeTakeFirst()

/** A photograph not used within this time belongs to an abandoned start. */
const UNUSED = '1 day'

/** Deletes up to `most` expired photographs; returns how many. */
export async function deleteExpiredPhotos(trx: Transaction, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from racer_photo p using (
      select one.id, one.org_code from racer_photo one join store s on s.org_code = one.org_code
        where one.taken_at < ${now}::timestamptz
          - case when one.used_for is null then ${UNUSED}::interval else make_interval(days => s.photo_keep_days) end
        limit ${most}) over
      where p.id = over.id and p.org_code = over.org_code`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
