import { type RawBuilder, sql } from 'kysely'
import { dayBegan } from '#server/db/business-day.ts'
import type { Transaction } from '#server/db/database.ts'

export interface FiguresOfToday {
  starts: number
  hung: number
  settled: number
}

/**
 * Counts of the current business day of each store in scope; `rules` are conditions on play records (`t`). A ride counts as settled on the
 * day of its settlement. Test drives count only while pending.
 */
export async function figuresOfToday(
  trx: Transaction,
  now: Date,
  rules: readonly RawBuilder<unknown>[],
): Promise<FiguresOfToday> {
  const shown = sql.join([sql`true`, ...rules], sql` and `)
  const { rows } = await sql<FiguresOfToday>`
    with day as (
      select s.org_code, ${dayBegan(now, 's')} as began from store s)
    select
      (select count(*) from play_record t join day using (org_code)
        where t.created_at >= day.began and t.consume_type <> 'TESTCARD' and ${shown}) as starts,
      (select count(*) from play_record t where t.state = 'PENDING' and ${shown}) as hung,
      -- The order is made when the settlement begins, so that its index finds those of today.
      (select count(distinct t.id) from consume_order o join day using (org_code)
        join play_record t on t.id = o.play_id and t.org_code = o.org_code
        where o.created_at >= day.began - interval '1 day' and t.state = 'CONSUMED' and t.settled_at >= day.began
          and t.consume_type <> 'TESTCARD' and ${shown}) as settled`.execute(trx)
  return rows[0] ?? { starts: 0, hung: 0, settled: 0 }
}
