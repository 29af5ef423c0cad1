import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { markToCollect } from './cloakroom-items.repository.ts'

/** Marks things that should be collected. Returns the number of changes. */
export async function markCollectable({ db, clock, realtime }: Deps): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const stores = await markToCollect(trx, clock())
    for (const orgCode of new Set(stores)) await realtime.publish({ topic: 'cloakroom', orgCode }, trx)
    return stores.length
  })
}
