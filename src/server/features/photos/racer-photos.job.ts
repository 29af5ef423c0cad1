import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { deleteExpiredPhotos } from './racer-photos.repository.ts'

/** So many in a transaction: they are large, and counters take photographs meanwhile. */
const PORTION = 200

/** Deletes the photographs whose time is over. */
export async function deleteOldPhotos({ db, clock }: Deps): Promise<number> {
  let forgotten = 0
  for (;;) {
    const portion = await db.scoped(EVERY_STORE, (trx) => deleteExpiredPhotos(trx, clock(), PORTION))
    forgotten += portion
    if (portion < PORTION) return forgotten
  }
}
