import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** Throws `sessions.payLaterOff` for stores without pay-later. `start_play` and `charge_play` check it themselves. */
export async function requirePayLater(trx: Transaction, orgCodes: readonly string[]): Promise<void> {
  const { rows } = await sql`select 1 from store s
    where s.org_code = any(${[...orgCodes]}::text[]) and 'XWHF' <> all (s.apps) limit 1`.execute(trx)
  if (rows.length > 0) throw new AppError('sessions.payLaterOff')
}

/**
 * The same for changes of existing rides. Offline rides that could not be paid as planned stay pending in any store, and must be settled.
 */
export const requirePayLaterOf = (
  trx: Transaction,
  plays: readonly { orgCode: string; offline: boolean }[],
): Promise<void> =>
  requirePayLater(
    trx,
    plays.filter(({ offline }) => !offline).map(({ orgCode }) => orgCode),
  )
