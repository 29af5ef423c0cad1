import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** Refuses to write records of stores that have not bought pay-later; `start_play` and `charge_play` look by themselves. */
export async function requirePayLater(trx: Transaction, orgCodes: readonly string[]): Promise<void> {
  const { rows } = await sql`select 1 from store s
    where s.org_code = any(${[...orgCodes]}::text[]) and 'XWHF' <> all (s.apps) limit 1`.execute(trx)
  if (rows.length > 0) throw new AppError('sessions.payLaterOff')
}

/**
 * The same for changes of records that are there. One that was ridden without the server and could not be paid as its terminal had
 * been told hangs in any store: somebody must be able to settle it.
 */
export const requirePayLaterOf = (
  trx: Transaction,
  plays: readonly { orgCode: string; offline: boolean }[],
): Promise<void> =>
  requirePayLater(
    trx,
    plays.filter(({ offline }) => !offline).map(({ orgCode }) => orgCode),
  )
