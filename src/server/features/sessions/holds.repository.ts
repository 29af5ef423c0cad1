import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type HeldValue, insufficient, shortWallet } from '#shared/features/sessions/hold.calc.ts'

interface NewHold {
  /** The play record that reserves. */
  id: string
  orgCode: string
  memberId: string
  wanted: HeldValue
  /** Whether an empty wallet refuses the start or only leaves it without a hold. */
  required: boolean
}

/**
 * Looks the member of a start up, refuses an unknown or frozen one, and reserves what the ride costs.
 *
 * The member is a hot row: it is locked here, last of all that a start locks but the queue number.
 */
export async function holdForStart(trx: Transaction, hold: NewHold, now: Date): Promise<'held' | 'none'> {
  const { id, orgCode, memberId, wanted, required } = hold
  const member = await trx
    .selectFrom('member')
    .select(['balance', 'give', 'integral', 'laps', 'heldMoney', 'heldIntegral', 'heldLaps', 'frozen'])
    .where('id', '=', memberId)
    .where('orgCode', '=', orgCode)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  if (member.frozen) throw new AppError('members.frozen', { field: 'userId' })
  if (wanted.money + wanted.integral + wanted.laps === 0) return 'none'
  const free: HeldValue = {
    money: member.balance + member.give - member.heldMoney,
    integral: member.integral - member.heldIntegral,
    laps: member.laps - member.heldLaps,
  }
  const short = shortWallet(wanted, free)
  if (short && !required) return 'none'
  if (short) throw insufficient(short, wanted[short], free[short])
  await sql`update member set held_money = held_money + ${wanted.money}, held_integral = held_integral + ${wanted.integral},
    held_laps = held_laps + ${wanted.laps} where id = ${memberId} and org_code = ${orgCode}`.execute(trx)
  await trx
    .insertInto('hold')
    .values({ id, orgCode, memberId, ...wanted, createdAt: now, endedAt: null })
    .execute()
  return 'held'
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
