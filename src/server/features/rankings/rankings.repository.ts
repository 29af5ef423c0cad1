import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { PublishedPlace, RankingBoard, RankingPeriod } from '#shared/features/rankings/ranking.schema.ts'
import { daysIn, monthsIn, type PeriodDays } from '#shared/features/rankings/ranking-period.calc.ts'

/** What to rank. */
export interface RankingQuery {
  orgCode: string
  period: RankingPeriod
  /** Null means all time. */
  days: PeriodDays | null
  vehicleType: string
  ruleId: string
  places: number
  /** Only laps after this time. */
  after?: Date | null
}

interface BestRead {
  runId: string
  /** The current member number; null for a walk-in. */
  memberId: string | null
  racer: string
  vehicleName: string
  ms: number
  doneAt: Date
  late: boolean
}

/** Factor of rows read for the places wanted, because each racer has only one place. */
const READ_AHEAD = 4

/** The best racers of a period: one place for each member and for each run of a walk-in. Read in index order. */
export async function bestPlaces(trx: Transaction, query: RankingQuery): Promise<PublishedPlace[]> {
  for (let most = query.places * READ_AHEAD; ; most *= READ_AHEAD) {
    const rows = await readBests(trx, query, most)
    const racers = new Set<string>()
    const firsts = rows.filter(({ memberId, runId }) => {
      const racer = memberId ?? runId
      return racers.size < racers.add(racer).size
    })
    if (firsts.length < query.places && rows.length === most) continue
    return firsts.slice(0, query.places).map(({ racer, vehicleName, ms, doneAt, late }, index) => ({
      place: index + 1,
      racer,
      vehicleName,
      ms,
      doneTime: toWireTime(doneAt),
      isLate: late,
    }))
  }
}

/** Index ranges of a period: its days, its months, or everything. */
function partsOf({ period, days }: RankingQuery): RawBuilder<unknown>[] {
  if (days === null) return [sql`true`]
  if (period === 'day' || period === 'week') return daysIn(days).map((day) => sql`b.day = ${day}::date`)
  return monthsIn(days).map((month) => sql`b.month = ${month}::date`)
}

async function readBests(trx: Transaction, query: RankingQuery, most: number): Promise<BestRead[]> {
  const { orgCode, vehicleType, ruleId, after = null } = query
  const best = (part: RawBuilder<unknown>) => sql`(
    select b.* from run_best b
    where b.org_code = ${orgCode} and b.vehicle_type = ${vehicleType} and b.rule_id = ${ruleId} and not b.voided and ${part}
      and not exists (select from ranking_void x where x.org_code = b.org_code and b.day between x.starts_on and x.ends_on)
      ${after === null ? sql`` : sql`and b.done_at > ${after}`}
    order by b.ms, b.done_at limit ${most})`
  const { rows } = await sql<BestRead>`
    select b.run_id, coalesce(m.merged_into, b.member_id) as member_id, g.racer, v.name as vehicle_name, b.ms, b.done_at, b.late
    from (select * from (${sql.join(partsOf(query).map(best), sql` union all `)}) part order by ms, done_at limit ${most}) b
    join run g on g.id = b.run_id and g.org_code = b.org_code
    join vehicle v on v.id = b.vehicle_id and v.org_code = b.org_code
    left join member m on m.id = b.member_id and m.org_code = b.org_code
    order by b.ms, b.done_at, b.run_id`.execute(trx)
  return rows
}

/** The rankings of a store: combinations of vehicle type and rule. */
export async function boardsOf(trx: Transaction, orgCode: string): Promise<RankingBoard[]> {
  const { rows } = await sql<RankingBoard>`
    select b.vehicle_type, b.rule_id, r.name as role_name
    from ranking_board b join consume_rule r on r.id = b.rule_id and r.org_code = b.org_code
    where b.org_code = ${orgCode} order by b.vehicle_type, r.index_number, r.name, r.id limit 500`.execute(trx)
  return rows
}

/** The ranking of the latest run, read from the end of the day index. */
export async function latestBoard(
  trx: Transaction,
  orgCode: string,
): Promise<Pick<RankingBoard, 'vehicleType' | 'ruleId'> | undefined> {
  const { rows } = await sql<Pick<RankingBoard, 'vehicleType' | 'ruleId'>>`
    select vehicle_type, rule_id from run_best where org_code = ${orgCode} and not voided
    order by day desc, vehicle_type desc, rule_id desc limit 1`.execute(trx)
  return rows[0]
}

/** A run among the fastest of the day on the big screen. */
export interface ScreenBest {
  racer: string
  vehicle: string
  ms: number
}

/** The fastest runs of a store's business day over all rankings, since the screen was cleared. */
export async function bestsOnScreen(trx: Transaction, orgCode: string, now: Date, most: number): Promise<ScreenBest[]> {
  const { rows } = await sql<ScreenBest>`
    select g.racer, v.name as vehicle, b.ms
    from run_best b
    join run g on g.id = b.run_id and g.org_code = b.org_code
    join vehicle v on v.id = b.vehicle_id and v.org_code = b.org_code
    where b.org_code = ${orgCode} and b.day = business_day(${orgCode}, ${now}) and not b.voided
      and not exists (select from ranking_void x where x.org_code = b.org_code and b.day between x.starts_on and x.ends_on)
      and not exists (select from ranking_clear c
        where c.org_code = b.org_code and c.day = b.day and c.cleared_at >= b.done_at)
    order by b.ms, b.done_at limit ${most}`.execute(trx)
  return rows
}
