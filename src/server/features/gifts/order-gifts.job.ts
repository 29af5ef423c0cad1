import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { endOverdueGifts } from './order-gifts.repository.ts'

/** Ends the gifts of orders that were not fetched in time. Returns their number. */
export async function endOverdue({ db, clock, realtime }: Deps): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const stores = await endOverdueGifts(trx, clock())
    for (const orgCode of new Set(stores)) await realtime.publish({ topic: 'orderGifts', orgCode }, trx)
    return stores.length
  })
}
