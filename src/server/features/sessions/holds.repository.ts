import { sql } from 'kysely'
import { toAppError } from '#server/core/database-errors.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ErrorCode } from '#shared/core/errors.ts'
import { type HeldValue, insufficient } from '#shared/features/sessions/hold.calc.ts'

const walletOf: Partial<Record<ErrorCode, keyof HeldValue>> = {
  'members.insufficientBalance': 'money',
  'members.insufficientIntegral': 'integral',
  'members.insufficientQuan': 'laps',
}

/** A refusal by an SQL function, the figures of an empty wallet as people read them; any other error as it is. */
export function readable(error: unknown): unknown {
  const known = toAppError(error)
  const wallet = known && walletOf[known.code]
  if (!wallet) return known ?? error
  return insufficient(wallet, Number(known.details.needed), Number(known.details.available))
}

/** Gives back what cancelled orders reserve. */
export async function releaseHolds(trx: Transaction, playIds: string[], now: Date): Promise<void> {
  await sql`select release_holds(${playIds}::uuid[], ${now})`.execute(trx)
}

/** Makes an open order of a member reserve another value; refuses with the figures where the wallets do not cover it. */
export async function changeHold(
  trx: Transaction,
  { id, orgCode, memberId }: { id: string; orgCode: string; memberId: string },
  { money, integral, laps }: HeldValue,
  now: Date,
): Promise<void> {
  await sql`
    select change_hold(${id}, s.org_code, ${memberId}, ${money}, ${integral}, ${laps}, s.charge_order, ${now})
      from store s where s.org_code = ${orgCode}`
    .execute(trx)
    .catch((error: unknown) => {
      throw readable(error)
    })
}
