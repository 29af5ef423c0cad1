import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

const DAY_MS = 86_400_000

/** Removes old messages from the delivery log and old texts from the outbox, and gives up those that no attempt has ended for a day. */
export function pruneMessages({ db, clock }: Deps, keepDays: number): Promise<number> {
  return db.scoped(EVERY_STORE, async (trx) => {
    const now = clock().getTime()
    const before = new Date(now - keepDays * DAY_MS)
    await sql`update sys_message set es_send_status = '2', es_result = 'interrupted'
      where es_send_status = '3' and create_time < ${new Date(now - DAY_MS)}`.execute(trx)
    const removed = await sql`delete from sys_message
      where create_time < ${before} and es_send_status in ('1', '2')`.execute(trx)
    const texts = await sql`delete from sms_outbox where create_time < ${before}`.execute(trx)
    return Number(removed.numAffectedRows ?? 0) + Number(texts.numAffectedRows ?? 0)
  })
}
