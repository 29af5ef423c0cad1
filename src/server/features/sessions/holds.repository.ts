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

/** Gives back what cancelled orders reserve; several members are locked in one order everywhere. */
export async function releaseHolds(trx: Transaction, playIds: string[], now: Date): Promise<void> {
  await sql`select 1 from member m
    where exists (select from hold h where h.id = any(${playIds}) and h.state = 'held'
      and h.member_id = m.id and h.org_code = m.org_code)
    order by m.id for no key update`.execute(trx)
  await sql`with released as (
      update hold set state = 'released', ended_at = ${now} where id = any(${playIds}) and state = 'held'
      returning org_code, member_id, money, integral, laps
    ), sums as (
      select org_code, member_id, sum(money)::bigint as money, sum(integral)::bigint as integral, sum(laps)::bigint as laps
      from released group by org_code, member_id
    )
    update member m set held_money = held_money - s.money, held_integral = held_integral - s.integral,
      held_laps = held_laps - s.laps
    from sums s where m.id = s.member_id and m.org_code = s.org_code`.execute(trx)
}
