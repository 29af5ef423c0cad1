import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { RankingCause, RankingVoid } from '#shared/features/rankings/ranking.schema.ts'
import type { PeriodDays } from '#shared/features/rankings/ranking-period.calc.ts'

/** Maximum number of voids returned. */
const MAX_VOIDS = 200

type VoidRow = Selectable<Tables['rankingVoid']> & Partial<Selectable<Tables['rankingVoidTakenBack']>>

const toVoid = (row: VoidRow): RankingVoid => ({
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

/** The voids of a store in force, or only those that overlap these days, the latest first. */
export async function voidsOf(trx: Transaction, orgCode: string, days?: PeriodDays): Promise<RankingVoid[]> {
  const found = trx
    .selectFrom('rankingVoid')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .orderBy('voidedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_VOIDS)
  const touching = days ? found.where('endsOn', '>=', days.from).where('startsOn', '<=', days.until) : found
  return (await touching.execute()).map(toVoid)
}

/** All voids of a store, including revoked ones, the latest first. */
export async function allVoidsOf(trx: Transaction, orgCode: string): Promise<RankingVoid[]> {
  const takenBack = await trx
    .selectFrom('rankingVoidTakenBack')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .orderBy('voidedAt', 'desc')
    .limit(MAX_VOIDS)
    .execute()
  const all = [...(await voidsOf(trx, orgCode)), ...takenBack.map(toVoid)]
  return all.sort((one, other) => other.voidTime.localeCompare(one.voidTime)).slice(0, MAX_VOIDS)
}

/** When the big screen of a store was cleared on a day, or null. */
export async function clearedAt(trx: Transaction, orgCode: string, day: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('rankingClear')
    .select('clearedAt')
    .where('orgCode', '=', orgCode)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.clearedAt ?? null
}

/** Serializes marking and unmarking of voided bests, so that neither uses outdated voids. */
const lockMarks = (trx: Transaction): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('marks of voids', 0))`.execute(trx)

/**
 * Revokes a void; returns its days, or null if it is not in force. Its results count again, except on days of another void, and published
 * rankings of these days are checked again.
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
 * Marks bests of voided days, so that indexes exclude them; returns how many. Rankings do not depend on the mark; it only keeps reads fast.
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
