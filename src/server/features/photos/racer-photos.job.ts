import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { deleteExpiredPhotos } from './racer-photos.repository.ts'

/** Photographs per transaction: they are large, and counters add some meanwhile. */
const BATCH_SIZE = 200

/** Deletes expired photographs; returns how many. */
export async function deleteOldPhotos({ db, clock }: Deps): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await db.scoped(EVERY_STORE, (trx) => deleteExpiredPhotos(trx, clock(), BATCH_SIZE))
    total += deleted
    if (deleted < BATCH_SIZE) return total
  }
}
