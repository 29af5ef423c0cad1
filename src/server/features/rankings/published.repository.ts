import type { Selectable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { PublishedPlace, RankingCause, RankingPeriod } from '#shared/features/rankings/ranking.schema.ts'
import type { PeriodDays } from '#shared/features/rankings/ranking-period.calc.ts'

export type PublishedPeriod = Exclude<RankingPeriod, 'overgame'>
export type Published = Selectable<Tables['rankingPublished']>

/** Key of a published ranking. */
export interface PublishedOf {
  orgCode: string
  period: PublishedPeriod
  vehicleType: string
  ruleId: string
}

const ranking = (trx: Transaction, { orgCode, period, vehicleType, ruleId }: PublishedOf) =>
  trx
    .selectFrom('rankingPublished')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .where('period', '=', period)
    .where('vehicleType', '=', vehicleType)
    .where('ruleId', '=', ruleId)

/** The published versions of a ranking for the period of a day, the latest first, with the period boundaries at publication. */
export const versionsOf = (trx: Transaction, of: PublishedOf, day: string): Promise<Published[]> =>
  ranking(trx, of)
    .where('startsOn', '<=', day)
    .where('endsOn', '>=', day)
    .orderBy('startsOn', 'desc')
    .orderBy('version', 'desc')
    .execute()
    .then((rows) => rows.filter(({ startsOn }) => startsOn === rows[0]?.startsOn))

/** The latest version of each published ranking that overlaps these days. */
export const latestOverlapping = (trx: Transaction, orgCode: string, days: PeriodDays): Promise<Published[]> =>
  trx
    .selectFrom('rankingPublished')
    .selectAll()
    .distinctOn(['period', 'startsOn', 'vehicleType', 'ruleId'])
    .where('orgCode', '=', orgCode)
    .where('endsOn', '>=', days.from)
    .where('startsOn', '<=', days.until)
    .orderBy('period')
    .orderBy('startsOn')
    .orderBy('vehicleType')
    .orderBy('ruleId')
    .orderBy('version', 'desc')
    .execute()

interface NewVersion extends PublishedOf {
  days: PeriodDays
  version: number
  most: number
  places: readonly PublishedPlace[]
  cause: RankingCause | null
  now: Date
}

/** Publishes a version; returns false if the version number exists. */
export async function publish(
  trx: Transaction,
  { days, places, cause, now, ...version }: NewVersion,
): Promise<boolean> {
  const row = {
    ...version,
    startsOn: days.from,
    endsOn: days.until,
    places: JSON.stringify(places),
    cause: cause && JSON.stringify(cause),
    publishedAt: now,
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('rankingPublished')
    .values(row)
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
