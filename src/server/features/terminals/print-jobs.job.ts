import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Closes tickets that nobody printed in time, so that nobody looks at them any more. One being printed now is left. */
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
