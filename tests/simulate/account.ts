import { sql } from 'kysely'
import { type Database, EVERY_STORE } from '#server/db/database.ts'

/** What an evening came to, each from the rows that it left. */
const COUNTS = {
  'charges by type': sql`select consume_type as name, count(*) as times from consume_order where state in ('payed', 'refunding', 'refunded') group by 1`,
  'orders by state': sql`select state::text as name, count(*) as times from consume_order group by 1`,
  'payments by their end': sql`select concat_ws(' ', state, nullif(reason, '')) as name, count(*) as times from payment group by 1`,
  refunds: sql`select concat_ws(' ', pay_way, state) as name, count(*) as times from refund_order group by 1`,
  'rides by state': sql`select state::text as name, count(*) as times from play_before_pay group by 1`,
  'runs by their end': sql`select coalesce(nullif(ended_how, ''), 'under way') as name, count(*) as times from game_log group by 1`,
  'places in line': sql`select concat_ws(' ', state, nullif(end_reason, '')) as name, count(*) as times from queue_entry where place <> 0 group by 1`,
  shifts: sql`select case when closed_at is null then 'open' else 'closed' end as name, count(*) as times from shift group by 1`,
}

/** Tells what an evening came to, in a line each. */
export async function tellAccount(db: Database, tell: (line: string) => void): Promise<void> {
  for (const [what, count] of Object.entries(COUNTS)) {
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{ name: string; times: string }>`${count} order by 2 desc, 1`.execute(trx),
    )
    tell(`${what}: ${rows.map(({ name, times }) => `${name} ${times}`).join(', ') || 'none'}`)
  }
}
