import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/**
 * Marks missed reservations, retains their deposits after the end of the session, and notifies the screens. Returns the number of changes.
 */
export async function markMissedReservations({ db, clock, realtime }: Deps): Promise<number> {
  const now = clock()
  const changed = await db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ orgCode: string }>`select * from miss_reservations(${now})`.execute(trx)
    return rows
  })
  const forfeited = await db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ orgCode: string }>`select * from forfeit_missed_deposits(${now})`.execute(trx)
    return rows
  })
  for (const orgCode of new Set([...changed, ...forfeited].map((row) => row.orgCode)))
    await realtime.publish({ topic: 'reservations', orgCode })
  return changed.length + forfeited.length
}
