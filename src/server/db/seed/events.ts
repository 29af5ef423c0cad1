import { type SqlBool, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { businessDay, daysAfter, fromWireTime } from '#shared/core/time.ts'
import { demoStores, demoUsers } from './access.ts'
import { uuidOf } from './chance.ts'

/** What the demo stores plan, with the days from today on which registration ends and the event is. */
const planned = [
  { name: '周末卡丁车排位赛', fee: 6800, places: 3, lateRefund: 50, ends: 2, day: 3, signUps: 5 },
  { name: '青少年驾驶训练营', fee: 0, places: 20, lateRefund: 0, ends: 6, day: 7, signUps: 2 },
  { name: '会员之夜', fee: 1500, places: 0, lateRefund: 100, ends: 13, day: 14, signUps: 0 },
] as const

/** Events of the next two weeks, with members who have signed up and some who wait. */
export async function seedEvents(
  trx: Transaction,
  now: Date,
  { withSignUps }: { withSignUps: boolean },
): Promise<void> {
  const today = businessDay(now)
  const on = (days: number, time: string): Date => fromWireTime(`${daysAfter(today, days)} ${time}:00`)
  for (const { orgCode } of [demoStores.A01A01, demoStores.A01A02]) {
    for (const { name, fee, places, lateRefund, ends, day, signUps } of planned) {
      const id = uuidOf(`event ${orgCode} ${name}`)
      const times = { registrationFrom: on(-3, '10:00'), registrationUntil: on(ends, '20:00') }
      const runs = { startsAt: on(day, '14:00'), endsAt: on(day, '17:30') }
      const event = { id, orgCode, name, fee, places, lateRefund, ...times, ...runs }
      await trx
        .insertInto('event')
        .values({ ...event, createdBy: 'manager', createdAt: on(-4, '10:00') })
        .execute()
      if (withSignUps) await signUp(trx, { orgCode, eventId: id, fee, count: signUps, now })
    }
  }
}

/** Signs some members up, as the counter does: those who can pay from their balance first. */
async function signUp(
  trx: Transaction,
  { orgCode, eventId, fee, count, now }: { orgCode: string; eventId: string; fee: number; count: number; now: Date },
): Promise<void> {
  const canPay = sql<SqlBool>`coalesce((select sum(w.value - w.held) from wallet w where w.member_id = m.id and w.org_code = m.org_code
    and w.kind in ('balance', 'give')), 0) >= ${fee}`
  const { rows } = await sql<{ id: string }>`
    select m.id from member m
      where m.org_code = ${orgCode} and m.merged_into is null and not m.frozen and m.consume_password is null and m.end_time is null and ${canPay}
      order by m.id desc limit ${count}`.execute(trx)
  for (const [index, { id: memberId }] of rows.entries()) {
    const { id: userId, realname } = demoUsers.cashier
    const at = new Date(now.getTime() - (count - index) * 3_600_000)
    const call = { id: uuidOf(`sign-up ${eventId} ${memberId}`), eventId, memberId, userId, realname, now: at }
    await sql`select sign_up(${JSON.stringify(call)}::jsonb)`.execute(trx)
  }
}
