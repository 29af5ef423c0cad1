import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { businessDay } from '#shared/core/time.ts'

/** The open play-then-deduct orders of a store, as its limit counts them (spec §4). */
export async function countOpenHung(trx: Transaction, orgCode: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`select open_pending_rides(${orgCode}, null) as open`.execute(trx)
  return rows[0]?.open ?? 0
}

type DayOf = Pick<Selectable<Tables['store']>, 'orgCode' | 'timeZone' | 'dayStartHour'>

/** Counting stops here, above any limit. */
const MAX_TRIALS = 1001

/** The trials of a store's business day that are pending or escaped, as its limit counts them (spec §4). */
export async function countOpenTrials(
  trx: Transaction,
  { orgCode, timeZone, dayStartHour }: DayOf,
  now: Date,
): Promise<number> {
  const day = businessDay(now, timeZone, dayStartHour)
  const { rows } = await sql<{ open: number }>`
    select open_trials(${orgCode}, ${day}::date, ${timeZone}, ${dayStartHour}, ${MAX_TRIALS}) as open`.execute(trx)
  return rows[0]?.open ?? 0
}
