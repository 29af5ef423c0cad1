import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { RankingCause, RankingVoid } from '#shared/features/rankings/ranking.schema.ts'
import type { PeriodDays } from '#shared/features/rankings/ranking-period.calc.ts'

/** Voids that are shown at once. */
const MOST = 200

type VoidRow = Selectable<Tables['rankingVoid']> & Partial<Selectable<Tables['rankingVoidTakenBack']>>

const shown = (row: VoidRow): RankingVoid => ({
  id: row.id,
  period: row.period,
  from: row.startsOn,
  until: row.endsOn,
  reason: row.reason,
  voidTime: toWireTime(row.voidedAt),
  voidBy: row.voidedBy,
  takenBack:
    row.takenBackAt === undefined
      ? null
      : { time: toWireTime(row.takenBackAt), by: row.takenBackBy ?? '', reason: row.takenBackReason ?? '' },
})

/** The voids of a store that are in force, or of those that touch these days; the latest first. */
export async function voidsOf(trx: Transaction, orgCode: string, days?: PeriodDays): Promise<RankingVoid[]> {
  const found = trx
    .selectFrom('rankingVoid')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .orderBy('voidedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
  const touching = days ? found.where('endsOn', '>=', days.from).where('startsOn', '<=', days.until) : found
  return (await touching.execute()).map(shown)
}

/** All voids of a store, also those that were taken back; the latest first. */
export async function allVoidsOf(trx: Transaction, orgCode: string): Promise<RankingVoid[]> {
  const takenBack = await trx
    .selectFrom('rankingVoidTakenBack')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .orderBy('voidedAt', 'desc')
    .limit(MOST)
    .execute()
  const all = [...(await voidsOf(trx, orgCode)), ...takenBack.map(shown)]
  return all.sort((one, other) => other.voidTime.localeCompare(one.voidTime)).slice(0, MOST)
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

/** Whoever marks bests and whoever takes marks away wait for each other, so that neither goes by a void that the other has changed. */
const lockMarks = (trx: Transaction): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('marks of voids', 0))`.execute(trx)

/**
 * Takes a void back; answers its days, or null where none of this name is in force. Its results count again, but for those of days that
 * another void covers; what was published without them is looked at once more.
 */
export async function revokeVoid(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  by: { at: Date; name: string; reason: string },
): Promise<PeriodDays | null> {
  await lockMarks(trx)
  const row = await trx
    .deleteFrom('rankingVoid')
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const takenBack = { takenBackAt: by.at, takenBackBy: by.name, takenBackReason: by.reason }
  await trx
    .insertInto('rankingVoidTakenBack')
    .values({ ...row, ...takenBack })
    .execute()
  const { startsOn: from, endsOn: until } = row
  await sql`update run_best b set voided = false
    where b.org_code = ${orgCode} and b.day between ${from} and ${until} and b.voided
      and not exists (select from ranking_void x where x.org_code = b.org_code and b.day between x.starts_on and x.ends_on)`.execute(
    trx,
  )
  const cause = JSON.stringify({ kind: 'restored', reason: by.reason } satisfies RankingCause)
  await sql`insert into ranking_change (org_code, from_day, until_day, vehicle_type, rule_id, cause)
    select distinct org_code, day, day, vehicle_type, rule_id, ${cause}::jsonb from run_best
    where org_code = ${orgCode} and day between ${from} and ${until} and not voided`.execute(trx)
  return { from, until }
}

/**
 * Marks bests of voided days, so that indexes no longer hold them; answers how many. Rankings go by the voids themselves: this only keeps
 * reading quick where much was voided.
 */
export async function markVoided(trx: Transaction, portion: number): Promise<number> {
  await lockMarks(trx)
  const { numAffectedRows = 0n } = await sql`
    update run_best b set voided = true from (
      select t.run_id, t.org_code from ranking_void x
      join run_best t on t.org_code = x.org_code and t.day between x.starts_on and x.ends_on and not t.voided
      limit ${portion} for update of t skip locked) part
    where b.run_id = part.run_id and b.org_code = part.org_code`.execute(trx)
  return Number(numAffectedRows)
}
