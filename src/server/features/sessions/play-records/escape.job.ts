import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'

/** How long a trial may stay pending (spec §4). */
const TRIAL_MS = 3_600_000

/**
 * Marks trials as escaped that were not settled within an hour of their start, by the server's clock. Locked ones are skipped: they are
 * being settled, or the next run finds them. Returns how many.
 */
export async function escapeTrials({ db, clock, realtime }: Deps): Promise<number> {
  const latest = new Date(clock().getTime() - TRIAL_MS)
  const escaped = await db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ orgCode: string }>`
      update play_record p set state = 'ESCAPED'
        from store s cross join lateral (
          select t.id from play_record t
            where t.org_code = s.org_code and t.state = 'PENDING' and t.member_id is null and t.created_at <= ${latest}
            order by t.id for no key update skip locked) due
        where p.id = due.id and p.org_code = s.org_code
        returning p.org_code`.execute(trx)
    for (const orgCode of new Set(rows.map((row) => row.orgCode))) {
      await realtime.publish({ topic: 'playRecords', orgCode }, trx)
    }
    return rows
  })
  return escaped.length
}
