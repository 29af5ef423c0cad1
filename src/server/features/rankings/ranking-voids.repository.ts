import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { RankingVoid } from '#shared/features/rankings/ranking.schema.ts'
import type { PeriodDays } from '#shared/features/rankings/ranking-period.calc.ts'

/** Voids that are shown at once. */
const MOST = 200

/** The voids of a store, or those that touch these days; the latest first. */
export async function voidsOf(trx: Transaction, orgCode: string, days?: PeriodDays): Promise<RankingVoid[]> {
  const found = trx
    .selectFrom('rankingVoid')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .orderBy('voidedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
  const touching = days ? found.where('endsOn', '>=', days.from).where('startsOn', '<=', days.until) : found
  return (await touching.execute()).map(({ id, period, startsOn, endsOn, reason, voidedAt, voidedBy }) => ({
    id,
    period,
    from: startsOn,
    until: endsOn,
    reason,
    voidTime: toWireTime(voidedAt),
    voidBy: voidedBy,
  }))
}

/** When the big screen of a store was cleared on a day, if it was. */
export async function clearedAt(trx: Transaction, orgCode: string, day: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('rankingClear')
    .select('clearedAt')
    .where('orgCode', '=', orgCode)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.clearedAt ?? null
}

/**
 * Marks bests of voided days, so that indexes no longer hold them; answers how many. Rankings go by the voids themselves: this only keeps
 * reading quick where much was voided.
 */
export async function markVoided(trx: Transaction, portion: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update run_best b set voided = true from (
      select t.run_id, t.org_code from ranking_void x
      join run_best t on t.org_code = x.org_code and t.day between x.starts_on and x.ends_on and not t.voided
      limit ${portion} for update of t skip locked) part
    where b.run_id = part.run_id and b.org_code = part.org_code`.execute(trx)
  return Number(numAffectedRows)
}
