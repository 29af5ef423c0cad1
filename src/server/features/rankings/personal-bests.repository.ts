import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { PersonalBest } from '#shared/features/rankings/ranking.schema.ts'

interface BestRead {
  vehicleType: string
  roleName: string
  ms: number
  doneAt: Date
}

/** More combinations of vehicle type and rule than one member drives. */
const MAX_BESTS = 20

/** The best laps of a member, over all merged numbers, by vehicle type and rule, the fastest first. */
export async function personalBests(
  trx: Transaction,
  { orgCode, ids }: { orgCode: string; ids: readonly string[] },
): Promise<PersonalBest[]> {
  const { rows } = await sql<BestRead>`
    select best.vehicle_type, r.name as role_name, best.ms, best.done_at from (
      select distinct on (b.vehicle_type, b.rule_id) b.org_code, b.vehicle_type, b.rule_id, b.ms, b.done_at from run_best b
      where b.org_code = ${orgCode} and b.member_id = any(${ids})
        and not exists (select from ranking_void x where x.org_code = b.org_code and b.day between x.starts_on and x.ends_on)
      order by b.vehicle_type, b.rule_id, b.ms, b.done_at) best
    join consume_rule r on r.id = best.rule_id and r.org_code = best.org_code
    order by best.ms, best.done_at limit ${MAX_BESTS}`.execute(trx)
  return rows.map(({ doneAt, ...best }) => ({ ...best, doneTime: toWireTime(doneAt) }))
}
