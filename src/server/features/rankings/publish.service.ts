import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { businessDay, daysAfter } from '#shared/core/time.ts'
import type { PublishedPlace, RankingCause } from '#shared/features/rankings/ranking.schema.ts'
import { type PeriodDays, periodOf, placesOf } from '#shared/features/rankings/ranking-period.calc.ts'
import {
  latestOverlapping,
  type Published,
  type PublishedOf,
  type PublishedPeriod,
  publish,
  versionsOf,
} from './published.repository.ts'
import { voidsOf } from './ranking-voids.repository.ts'
import { bestPlaces, boardsOf } from './rankings.repository.ts'

export type RankedStore = Selectable<Tables['store']>

const periods: readonly PublishedPeriod[] = ['day', 'week', 'month', 'quarter', 'year']
/** Delay after the end of the day, because the last runs take a while. */
const DELAY_MS = 3_600_000
/** Days or changes per transaction. */
const BATCH_SIZE = 40

/** The locked watermark: the day up to which rankings of a store are published; null before the first run. */
async function lockWatermark(trx: Transaction, orgCode: string): Promise<string | null> {
  await sql`insert into ranking_watermark (org_code, published_until)
    select org_code, day - 1 from run_best where org_code = ${orgCode} order by org_code, day limit 1
    on conflict do nothing`.execute(trx)
  const row = await trx
    .selectFrom('rankingWatermark')
    .select('publishedUntil')
    .where('orgCode', '=', orgCode)
    .forUpdate()
    .executeTakeFirst()
  return row?.publishedUntil ?? null
}

/** Publishes the rankings of ended periods; returns how many, and whether more are due. */
export async function publishEnded(
  trx: Transaction,
  store: RankedStore,
  now: Date,
): Promise<{ published: number; isMore: boolean }> {
  const { orgCode, timeZone, dayStartHour } = store
  const watermark = await lockWatermark(trx, orgCode)
  const last = daysAfter(businessDay(new Date(now.getTime() - DELAY_MS), timeZone, dayStartHour), -1)
  if (watermark === null || watermark >= last) return { published: 0, isMore: false }
  const boards = await boardsOf(trx, orgCode)
  const [until = last] = [daysAfter(watermark, BATCH_SIZE), last].sort()
  let published = 0
  for (let day = daysAfter(watermark, 1); day <= until; day = daysAfter(day, 1)) {
    for (const period of periods) {
      const days = periodOf(period, day, store.rankingWeek)
      if (days?.until !== day) continue
      const most = placesOf(period, store)
      for (const { vehicleType, ruleId } of boards) {
        const of = { orgCode, period, vehicleType, ruleId }
        const places = await bestPlaces(trx, { ...of, days, places: most })
        if (places.length > 0 && (await publish(trx, { ...of, days, version: 1, most, places, cause: null, now })))
          published++
      }
    }
  }
  await trx.updateTable('rankingWatermark').set({ publishedUntil: until }).where('orgCode', '=', orgCode).execute()
  // A concurrent lap found nothing published to correct, so these days are checked again.
  const cause = JSON.stringify({ kind: 'again' } satisfies RankingCause)
  const change = { orgCode, fromDay: daysAfter(watermark, 1), untilDay: until, vehicleType: null, ruleId: null, cause }
  await trx.insertInto('rankingChange').values(change).execute()
  return { published, isMore: until < last }
}

/** The part of a ranking whose change requires a new version; names are excluded. */
const versionContent = (places: readonly PublishedPlace[]): string =>
  JSON.stringify(places.map(({ ms, doneTime, vehicleName }) => [ms, doneTime, vehicleName]))

/** Publishes corrected versions after late laps and voids; returns how many, and whether more are due. */
export async function correctPublished(
  trx: Transaction,
  store: RankedStore,
  now: Date,
): Promise<{ corrected: number; isMore: boolean }> {
  const { orgCode } = store
  const changes = await trx
    .selectFrom('rankingChange')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .orderBy('seq')
    .limit(BATCH_SIZE)
    .forUpdate()
    .execute()
  let corrected = 0
  const watermark = changes.length > 0 ? await lockWatermark(trx, orgCode) : null
  for (const { seq, fromDay, untilDay, vehicleType, ruleId, cause } of changes) {
    const days = { from: fromDay, until: untilDay }
    const published = await latestOverlapping(trx, orgCode, days)
    const affected = published.filter(
      (one) => ruleId === null || (one.vehicleType === vehicleType && one.ruleId === ruleId),
    )
    for (const one of affected) if (await correct(trx, one, cause, now)) corrected++
    if (vehicleType !== null && ruleId !== null && watermark !== null) {
      for (const period of periods) {
        const of = { orgCode, period, vehicleType, ruleId }
        if (await publishLate(trx, store, of, { day: fromDay, watermark, cause, now })) corrected++
      }
    }
    await trx.deleteFrom('rankingChange').where('orgCode', '=', orgCode).where('seq', '=', seq).execute()
  }
  return { corrected, isMore: changes.length === BATCH_SIZE }
}

async function correct(trx: Transaction, before: Published, cause: RankingCause, now: Date): Promise<boolean> {
  const { orgCode, period, vehicleType, ruleId, most, version } = before
  const days: PeriodDays = { from: before.startsOn, until: before.endsOn }
  const voids = await voidsOf(trx, orgCode, days)
  // A completely voided period is not shown.
  if (voids.some(({ from, until }) => from <= days.from && until >= days.until)) return false
  const of = { orgCode, period, vehicleType, ruleId }
  const places = await bestPlaces(trx, { ...of, days, places: most })
  if (versionContent(places) === versionContent(before.places)) return false
  return publish(trx, { ...of, days, version: version + 1, most, places, cause, now })
}

/** Publishes a ranking that was empty at the end of its period. */
async function publishLate(
  trx: Transaction,
  store: RankedStore,
  of: PublishedOf,
  { day, watermark, cause, now }: { day: string; watermark: string; cause: RankingCause; now: Date },
): Promise<boolean> {
  const days = periodOf(of.period, day, store.rankingWeek)
  if (!days || days.until > watermark || (await versionsOf(trx, of, day)).length > 0) return false
  const most = placesOf(of.period, store)
  const places = await bestPlaces(trx, { ...of, days, places: most })
  return places.length > 0 && publish(trx, { ...of, days, version: 1, most, places, cause, now })
}
