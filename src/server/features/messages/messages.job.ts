import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

const DAY_MS = 86_400_000

/**
 * Deletes old messages from the delivery log and the SMS outbox, and fails those whose attempt has not ended for a day. Returns the number
 * of deleted rows.
 */
export function pruneMessages({ db, clock }: Deps, keepDays: number): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const now = clock().getTime()
    const before = new Date(now - keepDays * DAY_MS)
    await sql`update message set send_status = '2', result = 'interrupted'
      where send_status = '3' and created_at < ${new Date(now - DAY_MS)}`.execute(trx)
    const removed = await sql`delete from message
      where created_at < ${before} and send_status in ('1', '2')`.execute(trx)
    const texts = await sql`delete from sms_outbox where created_at < ${before}`.execute(trx)
    return Number(removed.numAffectedRows ?? 0) + Number(texts.numAffectedRows ?? 0)
  })
}
