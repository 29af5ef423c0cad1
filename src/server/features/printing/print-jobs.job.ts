import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Expires tickets that were not printed in time, so that terminals no longer read them. Claimed ones are left. */
export function expirePrintJobs({ db, clock }: Deps): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const now = clock()
    const { numUpdatedRows } = await trx
      .updateTable('printJob')
      .set({ state: 'expired' })
      .where('expiresAt', '<=', now)
      .where((one) =>
        one.or([one('state', '=', 'waiting'), one.and([one('state', '=', 'claimed'), one('claimUntil', '<=', now)])]),
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
