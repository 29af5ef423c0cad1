import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'

/** The open play-then-deduct orders of a store, as its limit counts them (spec §4). */
export async function countOpenHung(trx: Transaction, orgCode: string): Promise<number> {
  const { open } = await trx
    .selectFrom('playBeforePay')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('orgCode', '=', orgCode)
    .where('state', '=', sql.lit('GUADAN'))
    .where('memberId', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(open)
}
