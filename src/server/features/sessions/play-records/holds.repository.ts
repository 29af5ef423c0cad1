import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { withWalletAmounts } from '#server/features/sessions/refusals.service.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'

/** Releases the holds of cancelled rides. */
export async function releaseHolds(trx: Transaction, playIds: string[], now: Date): Promise<void> {
  await sql`select release_holds(${playIds}::uuid[], ${now})`.execute(trx)
}

/** Changes the hold of a pending ride. Throws an error with the amounts if the wallets do not cover it. */
export async function changeHold(
  trx: Transaction,
  { id, orgCode, memberId }: { id: string; orgCode: string; memberId: string },
  { money, integral, laps, coins, give }: HeldValue,
  now: Date,
): Promise<void> {
  await sql`
    select change_hold(${id}, s.org_code, ${memberId}, ${money}, ${integral}, ${laps}, ${coins}, ${give}, s.charge_order,
        ${now})
      from store s where s.org_code = ${orgCode}`
    .execute(trx)
    .catch((error: unknown) => {
      throw withWalletAmounts(error)
    })
}
