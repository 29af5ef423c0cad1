import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Marks expired coupons, for lists; using a coupon checks the time itself. Returns the number of rows. */
export function expireCoupons({ db, clock }: Deps): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const now = clock()
    const { numAffectedRows } = await sql`update group_coupon c set state = 'expired'
      where c.state = 'unused' and (c.valid_until <= ${now} or c.verified_at <= ${now})
        and coupon_ends_at(c) <= ${now}`.execute(trx)
    return Number(numAffectedRows)
  })
}
