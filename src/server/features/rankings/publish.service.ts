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
/** Who has begun before the day was over is on the track a while longer. */
const REST_MS = 3_600_000
/** Days and changes that one transaction does. */
const PORTION = 40

/** The day up to which a store's rankings are published, kept from now on by whoever asks; null where nothing was ever driven. */
async function lockedMark(trx: Transaction, orgCode: string): Promise<string | null> {
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

/** Publishes what of a store's periods is over; answers how many rankings, and whether there is more to do. */
export async function publishEnded(
  trx: Transaction,
  store: RankedStore,
  now: Date,
): Promise<{ published: number; isMore: boolean }> {
  const { orgCode, timeZone, dayStartHour } = store
  const mark = await lockedMark(trx, orgCode)
  const last = daysAfter(businessDay(new Date(now.getTime() - REST_MS), timeZone, dayStartHour), -1)
  if (mark === null || mark >= last) return { published: 0, isMore: false }
  const boards = await boardsOf(trx, orgCode)
  const [until = last] = [daysAfter(mark, PORTION), last].sort()
  let published = 0
  for (let day = daysAfter(mark, 1); day <= until; day = daysAfter(day, 1)) {
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
  // A lap that was on its way while this looked, saw nothing published that it could correct: it is looked for again.
  const cause = JSON.stringify({ kind: 'again' } satisfies RankingCause)
  const change = { orgCode, fromDay: daysAfter(mark, 1), untilDay: until, vehicleType: null, ruleId: null, cause }
  await trx.insertInto('rankingChange').values(change).execute()
  return { published, isMore: until < last }
}

/** What makes a ranking another one; names may have been corrected since. */
const essence = (places: readonly PublishedPlace[]): string =>
  JSON.stringify(places.map(({ ms, doneTime, vehicleName }) => [ms, doneTime, vehicleName]))

/** Publishes corrected versions of what late laps and voids have made wrong; answers how many, and whether there is more to do. */
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
    .limit(PORTION)
    .forUpdate()
    .execute()
  let corrected = 0
  const mark = changes.length > 0 ? await lockedMark(trx, orgCode) : null
  for (const { seq, fromDay, untilDay, vehicleType, ruleId, cause } of changes) {
    const days = { from: fromDay, until: untilDay }
    const published = await latestOverlapping(trx, orgCode, days)
    const wrong = published.filter(
      (one) => ruleId === null || (one.vehicleType === vehicleType && one.ruleId === ruleId),
    )
    for (const one of wrong) if (await correct(trx, one, cause, now)) corrected++
    if (vehicleType !== null && ruleId !== null && mark !== null) {
      for (const period of periods) {
        const of = { orgCode, period, vehicleType, ruleId }
        if (await publishLate(trx, store, of, { day: fromDay, mark, cause, now })) corrected++
      }
    }
    await trx.deleteFrom('rankingChange').where('orgCode', '=', orgCode).where('seq', '=', seq).execute()
  }
  return { corrected, isMore: changes.length === PORTION }
}

async function correct(trx: Transaction, before: Published, cause: RankingCause, now: Date): Promise<boolean> {
  const { orgCode, period, vehicleType, ruleId, most, version } = before
  const days: PeriodDays = { from: before.startsOn, until: before.endsOn }
  const voids = await voidsOf(trx, orgCode, days)
  // Of a period that is voided as a whole nothing is shown.
  if (voids.some(({ from, until }) => from <= days.from && until >= days.until)) return false
  const of = { orgCode, period, vehicleType, ruleId }
  const places = await bestPlaces(trx, { ...of, days, places: most })
  if (essence(places) === essence(before.places)) return false
  return publish(trx, { ...of, days, version: version + 1, most, places, cause, now })
}

/** Publishes a ranking of which there was nothing when its period was over. */
async function publishLate(
  trx: Transaction,
  store: RankedStore,
  of: PublishedOf,
  { day, mark, cause, now }: { day: string; mark: string; cause: RankingCause; now: Date },
): Promise<boolean> {
  const days = periodOf(of.period, day, store.rankingWeek)
  if (!days || days.until > mark || (await versionsOf(trx, of, day)).length > 0) return false
  const most = placesOf(of.period, store)
  const places = await bestPlaces(trx, { ...of, days, places: most })
  return places.length > 0 && publish(trx, { ...of, days, version: 1, most, places, cause, now })
}
