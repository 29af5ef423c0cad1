import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

const DAY_MS = 86_400_000

/** Deletes old events; the counts of QR codes stay. Returns the number of deleted rows. */
export function pruneEvents({ db, clock }: Deps, keepDays: number): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const before = new Date(clock().getTime() - keepDays * DAY_MS)
    const { numDeletedRows } = await trx.deleteFrom('wechatEvent').where('createdAt', '<', before).executeTakeFirst()
    return Number(numDeletedRows)
  })
}
