import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** Marks whoever has not come, and keeps what they paid ahead when their session is over; then tells the screens. */
export async function markMissedReservations({ db, clock, realtime }: Deps): Promise<number> {
  const now = clock()
  const changed = await db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ orgCode: string }>`select * from miss_reservations(${now})`.execute(trx)
    return rows
  })
  const kept = await db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ orgCode: string }>`select * from forfeit_missed_deposits(${now})`.execute(trx)
    return rows
  })
  for (const orgCode of new Set([...changed, ...kept].map((row) => row.orgCode)))
    await realtime.publish({ topic: 'reservations', orgCode })
  return changed.length + kept.length
}
