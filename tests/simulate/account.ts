import { sql } from 'kysely'
import { type Database, EVERY_STORE } from '#server/db/database.ts'
import type { Scene } from '#tests/walks/scene.ts'
import type { Counter } from './counter.ts'
import type { Story } from './evening.ts'

/** The totals of an evening, each from its rows. */
const countsSince = (since: Date) => ({
  'charges by type': sql`select consume_type as name, count(*) as times from consume_order where state in ('paid', 'refunding', 'refunded') and created_at >= ${since} group by 1`,
  'orders by state': sql`select state::text as name, count(*) as times from consume_order where created_at >= ${since} group by 1`,
  'payments by their end': sql`select concat_ws(' ', state, nullif(reason, '')) as name, count(*) as times from payment where created_at >= ${since} group by 1`,
  'payments by what the provider did': sql`select behaviour::text as name, count(*) as times from sandbox_trade where made_at >= ${since} group by 1`,
  recharges: sql`select concat_ws(' ', kind, state) as name, count(*) as times from recharge_order where created_at >= ${since} group by 1`,
  refunds: sql`select concat_ws(' ', pay_way, state) as name, count(*) as times from refund_order where created_at >= ${since} group by 1`,
  'rides by state': sql`select state::text as name, count(*) as times from play_record where created_at >= ${since} group by 1`,
  trials: sql`select case when recharge_id is null then lower(state)
      when settled_at > created_at + interval '1 hour' then 'linked after they had escaped' else 'linked in time' end as name, count(*) as times
    from play_record where created_at >= ${since} and (member_id is null or recharge_id is not null) and consume_id is null group by 1`,
  'runs by their end': sql`select coalesce(nullif(ended_how, ''), 'under way') as name, count(*) as times from run where started_at >= ${since} group by 1`,
  'places in line': sql`select concat_ws(' ', state, nullif(end_reason, '')) as name, count(*) as times from queue_entry where place <> 0 and created_at >= ${since} group by 1`,
  reservations: sql`select state as name, count(*) as times from reservation where created_at >= ${since} group by 1`,
  'their deposits': sql`select deposit_state as name, count(*) as times from reservation where created_at >= ${since} and deposit > 0 group by 1`,
  'retained, in yuan': sql`select account as name, round(sum(delta) / 100.0, 2) as times from ledger_line where account in ('cash', 'scan', 'deposit') and created_at >= ${since} group by 1`,
  shifts: sql`select case when closed_at is null then 'open' else 'closed' end as name, count(*) as times from shift where opened_at >= ${since} group by 1`,
})

/** Prints the totals of an evening, one line each. */
export async function tellAccount(db: Database, since: Date, tell: (line: string) => void): Promise<void> {
  for (const [what, count] of Object.entries(countsSince(since))) {
    const { rows } = await db.scoped(EVERY_STORE, (trx) =>
      sql<{ name: string; times: string }>`${count} order by 2 desc, 1`.execute(trx),
    )
    tell(`${what}: ${rows.map(({ name, times }) => `${name} ${times}`).join(', ') || 'none'}`)
  }
}

interface Lived {
  scene: Scene
  counters: readonly Counter[]
  story: Story
  tell(line: string): void
}

const MAX_REFUSALS = 6
const sum = (counts: Iterable<number>): number => [...counts].reduce((one, other) => one + other, 0)

/** Prints what was done, what was refused, and what does not add up. */
export function tellStory({ scene, counters, story, tell }: Lived): void {
  const started = counters.flatMap((counter) => counter.started)
  const done = scene.sent.filter(({ isDone }) => isDone).length
  const offline = started.filter(({ state }) => state === 'offline').length
  const tickets = sum(counters.map(({ printer }) => printer.jobs.length))
  const most = [...scene.refusals].sort(([, one], [, other]) => other - one).slice(0, MAX_REFUSALS)
  tell(
    `${sum(story.acts.values())} acts, ${scene.sent.length} keyed calls, ${done} done; a line of ${story.longestLine}`,
  )
  const refused = sum(counters.flatMap((counter) => [...counter.refused.values()]))
  tell(
    `${started.length} starts at terminals, ${offline} of them without the server, ${refused} refused; ${tickets} tickets`,
  )
  tell(`${story.linked} guests paid for their trial with a recharge, ${story.linkedLate} of them after it had escaped`)
  tell(`${story.kills} kills of the server, ${story.cuts} networks cut`)
  tell(
    `refused ${sum(scene.refusals.values())} times, most often: ${most.map(([what, times]) => `${what} (${times})`).join(', ')}`,
  )
  for (const one of scene.broken) tell(`BROKEN ${one}`)
  tell(scene.broken.length === 0 ? 'everything adds up' : `${scene.broken.length} things do not add up`)
}
