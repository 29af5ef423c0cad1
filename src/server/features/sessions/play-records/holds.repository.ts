import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { withWalletAmounts } from '#server/features/sessions/refusals.service.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'

/** Releases the holds of cancelled rides. */
export async function releaseHolds(trx: Transaction, playIds: string[], now: Date): Promise<void> {
  await sql`select release_holds(${playIds}::uuid[], ${now})`.execute(trx)
}

/** What a ride takes of visits and cards. */
interface VisitTerms {
  consumeType: ConsumeType
  priceMode: 'one' | 'every'
  frequency: number
  projectType: string
  people: number
}

/** Changes the hold of a pending ride. Throws an error with the amounts if the wallets do not cover it. */
export async function changeHold(
  trx: Transaction,
  { id, orgCode, memberId }: { id: string; orgCode: string; memberId: string },
  { money, integral, laps, coins, give }: HeldValue,
  { consumeType, priceMode, frequency, projectType, people }: VisitTerms,
  now: Date,
): Promise<void> {
  await sql`
    select change_hold(${id}, s.org_code, ${memberId}, ${money}, ${integral}, ${laps}, ${coins}, ${give}, s.charge_order,
        ${now}, visit_terms(${consumeType}, ${priceMode}, ${frequency}, ${projectType}, ${people}))
      from store s where s.org_code = ${orgCode}`
    .execute(trx)
    .catch((error: unknown) => {
      throw withWalletAmounts(error)
    })
}
