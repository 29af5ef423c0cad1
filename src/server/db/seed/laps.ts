import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/** The latest runs of each store that have lap times. */
const RUNS = 250
const MAX_LAPS = 6

/** Lap times of runs of the month before, for the rankings. A run has the same laps in every seed. */
export async function seedLaps(trx: Transaction): Promise<void> {
  await sql`
    insert into lap (run_id, org_code, number, vehicle_id, ms, done_at, heard_at)
      select g.id, g.org_code, n, g.vehicle_id, ms, done, done
      from (
        select *, row_number() over (partition by org_code order by started_at desc, id) as latest
        from run where state = 'ENDED' and run_mode = 'circlemode') g
      cross join lateral generate_series(1, least(${MAX_LAPS}::int, g.laps)) n
      cross join lateral (select 38000 + (hashtext(g.racer || extract(epoch from g.started_at) || '-' || n) & 8191) as ms,
        least(g.ended_at, g.started_at + n * interval '43 seconds') as done) driven
      where g.latest <= ${RUNS}`.execute(trx)
  await sql`
    update run g set laps_done = driven.laps
    from (select run_id, org_code, max(number) as laps from lap group by run_id, org_code) driven
    where driven.run_id = g.id and driven.org_code = g.org_code`.execute(trx)
}
