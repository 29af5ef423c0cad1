import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'

/** Refuses what stands in one venue where the store worked in is a chain, or none is chosen. */
export async function requireVenue(trx: Transaction, orgCode: string): Promise<void> {
  const store = await trx
    .selectFrom('store')
    .select('id')
    .where('orgCode', '=', orgCode)
    .where('kind', '=', 'store')
    .executeTakeFirst()
  if (!store) throw new AppError('auth.chooseStore')
}
