import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** Throws if the current store is a chain or none is chosen, for calls about a single venue. */
export async function requireVenue(trx: Transaction, orgCode: string): Promise<void> {
  const store = await trx
    .selectFrom('store')
    .select('id')
    .where('orgCode', '=', orgCode)
    .where('kind', '=', 'store')
    .executeTakeFirst()
  if (!store) throw new AppError('auth.chooseStore')
}
