import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { demoUsers } from './access.ts'
import { drawn, uuidOf } from './chance.ts'
import { seedCoins } from './coins.ts'
import { postOrders, type Shift } from './ledger.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Midnight of a day in Shanghai, which has no daylight saving time. */
const midnightOf = (now: Date): number => Math.floor((now.getTime() + 8 * HOUR) / DAY) * DAY - 8 * HOUR

const FLOAT = 50_000

/** Two shifts a day at the first store, one at the second, and this morning's shift, which is already closed. */
function shiftsOf(now: Date): Shift[] {
  const { cashier, cashier2, manager2 } = demoUsers
  const today = midnightOf(now)
  const shifts: Shift[] = []
  for (let ago = 30; ago >= 0; ago--) {
    const day = today - ago * DAY
    const at = (hours: number): Date => new Date(day + hours * HOUR)
    const named = (orgCode: string, part: string): string => uuidOf(`shift ${orgCode} ${ago} ${part}`)
    const morning = named('A01A01', 'morning')
    const refunds = ago % 3 === 1 ? 1 : 0
    const first = { orgCode: 'A01A01', operator: cashier, refunds }
    const second = { orgCode: 'A01A02', operator: manager2, cashier: manager2, takenOver: null, refunds: 2 * refunds }
    if (ago === 0) {
      if (now.getTime() <= at(11).getTime()) break
      const until = new Date(now.getTime() - 10 * 60_000)
      shifts.push({ ...first, id: morning, cashier, from: at(9.5), until, takenOver: null })
      shifts.push({ ...second, id: named('A01A02', 'day'), from: at(9.5), until })
    } else {
      shifts.push({ ...first, id: morning, cashier, from: at(9.5), until: at(16), takenOver: null })
      const evening = named('A01A01', 'evening')
      shifts.push({ ...first, id: evening, cashier: cashier2, from: at(16), until: at(22.5), takenOver: morning })
      shifts.push({ ...second, id: named('A01A02', 'day'), from: at(9.5), until: at(22.5) })
    }
  }
  return shifts
}

/** Writes the sales into the ledger shift by shift, each with its float, its transfer to the safe, and a count that is mostly right. */
export async function seedShifts(trx: Transaction, now: Date): Promise<void> {
  for (const shift of shiftsOf(now)) {
    await open(trx, shift)
    await postOrders(trx, shift, shift.orgCode)
    await postRecharges(trx, shift)
    await postDepositReturns(trx, shift)
    await seedCoins(trx, shift)
    await refundSome(trx, shift)
    await close(trx, shift)
  }
}

const cause = (kind: string, { orgCode, operator, cashier }: Shift) =>
  sql`jsonb_build_object('kind', ${kind}::text, 'orgCode', ${orgCode}::text, 'operatorId', ${operator.id}::text,
    'cashierId', ${cashier.id}::text)`

async function open(trx: Transaction, shift: Shift): Promise<void> {
  const { id, orgCode, operator, cashier, from, takenOver } = shift
  await sql`
    insert into shift (id, org_code, operator_id, cashier_id, cashier_name, business_day, opened_at, opening_float, taken_over)
    values (${id}, ${orgCode}, ${operator.id}, ${cashier.id}, ${cashier.realname}, business_day(${orgCode}, ${from}), ${from},
      coalesce((select b.counted from shift b where b.id = ${takenOver} and b.org_code = ${orgCode}), ${FLOAT}), ${takenOver})`.execute(
    trx,
  )
  await sql`
    select post(${cause('float', shift)} || jsonb_build_object('id', s.id, 'now', s.opened_at),
      jsonb_build_array(jsonb_build_object('account', 'cash', 'delta', s.opening_float)))
    from shift s where s.id = ${id} and s.org_code = ${orgCode} and s.opening_float > 0`.execute(trx)
}

async function postRecharges(trx: Transaction, shift: Shift): Promise<void> {
  const { from, until, orgCode } = shift
  await sql`
    select post(${cause('recharge', shift)} || jsonb_build_object('id', o.id, 'now', o.paid_at),
      jsonb_path_query_array(jsonb_build_array(
        jsonb_build_object('member', o.member_id, 'account', case o.pay_mode when 'cash' then 'cash' else 'scan' end, 'delta', o.amount),
        jsonb_build_object('member', o.member_id, 'account', 'balance', 'delta', o.balance),
        jsonb_build_object('member', o.member_id, 'account', 'give', 'delta', o.give),
        jsonb_build_object('member', o.member_id, 'account', 'integral', 'delta', o.integral),
        jsonb_build_object('member', o.member_id, 'account', 'frequency', 'project', 'currency', 'delta', o.frequency)),
        '$[*] ? (@.delta != 0)')
      || case o.kind when 'card' then jsonb_build_array(jsonb_build_object('member', o.member_id, 'account', 'unlimited',
          'project', 'currency', 'delta', greatest(o.card_plays, 0), 'validUntil', o.card_until,
          'card', jsonb_build_object('name', o.rule_name, 'uses', o.card_plays))) else '[]' end)
    from (select * from recharge_order where org_code = ${orgCode} and paid_at >= ${from} and paid_at < ${until}
      order by paid_at, id) o`.execute(trx)
}

async function postDepositReturns(trx: Transaction, shift: Shift): Promise<void> {
  const { from, until, orgCode } = shift
  await sql`
    select post(${cause('depositReturn', shift)} || jsonb_build_object('id', o.deposit_return_id, 'now', o.deposit_returned_at),
      (select jsonb_agg(jsonb_build_object('account', l.account, 'delta', -o.deposit, 'reverses', l.seq) order by l.seq)
        from ledger_line l where l.cause_id = o.id and l.cause_kind = 'consume' and l.org_code = o.org_code))
    from (select * from consume_order where org_code = ${orgCode} and deposit_returned_at >= ${from} and deposit_returned_at < ${until}
      order by deposit_returned_at, id) o`.execute(trx)
}

/**
 * Refunds one order of every third shift ten minutes later; evenly, so that no cashier stands out. Scan payments are left out,
 * because their provider would have to take part, and so are the members with documented wallets.
 */
async function refundSome(trx: Transaction, shift: Shift): Promise<void> {
  const { from, until, orgCode, operator, cashier } = shift
  const { rows } = await sql<{ id: string; kind: string; at: Date }>`
    select id, kind, paid_at + interval '10 minutes' as at from (
      select id, paid_at, 'consume' as kind from consume_order where org_code = ${orgCode} and pay_mode in ('balance', 'cash')
        and amount > 0 and (pay_mode = 'cash' or md5('refund ' || id) < '40') and coalesce(member_id, '') not in ('100001', '100002')
      union all
      select id, paid_at, 'recharge' from recharge_order where org_code = ${orgCode} and pay_mode = 'cash' and kind = 'recharge'
        and balance = amount and not exists (select from play_record p where p.recharge_id = recharge_order.id)) paid
    where paid_at >= ${from} and paid_at < ${until}::timestamptz - interval '10 minutes'
    order by md5('refund ' || id) limit ${shift.refunds}`.execute(trx)
  for (const { id, kind, at } of rows) {
    const reason = drawn(id) < 128 ? '顾客行程有变' : '重复操作'
    const refund = uuidOf(`refund ${id}`)
    await sql`
      with planned as (select plan_refund(${kind}, ${id}, null, ${at}) as plan), made as (
        insert into refund_order (id, org_code, order_kind, order_id, member_id, rule_name, state, pay_way, amount, balance, give, integral,
          reason, operator_id, operator_name, cashier_id, cashier_name, locale, business_day, created_at, ended_at)
        select ${refund}, ${orgCode}, ${kind}, ${id}, plan ->> 'memberId', plan ->> 'ruleName', 'refunded', plan ->> 'payWay',
          (plan ->> 'amount')::bigint, moved_by(plan -> 'lines', 'balance'), moved_by(plan -> 'lines', 'give'),
          moved_by(plan -> 'lines', 'integral'), ${reason}, ${operator.id}, ${operator.realname}, ${cashier.id}, ${cashier.realname}, 'zh',
          business_day(${orgCode}, ${at}), ${at}, ${at}
        from planned returning amount)
      select post(${cause('refund', shift)} || jsonb_build_object('id', ${refund}::text, 'now', ${at}::timestamptz),
          (select jsonb_agg(l || jsonb_build_object('member', plan -> 'memberId')) from jsonb_array_elements(plan -> 'lines') l))
      from planned, made`.execute(trx)
    await sql`
      update ${sql.table(kind === 'consume' ? 'consume_order' : 'recharge_order')} set refunded = amount, state = 'refunded'
      where id = ${id} and org_code = ${orgCode}`.execute(trx)
  }
}

/** Cash above the float goes to the safe; the count is sometimes over or short. */
async function close(trx: Transaction, shift: Shift): Promise<void> {
  const { id, orgCode, operator, cashier, until } = shift
  const taken = uuidOf(`safe ${id}`)
  const at = new Date(until.getTime() - 5 * 60_000)
  const inDrawer = sql`(select coalesce(sum(l.delta), 0)::bigint from ledger_line l
    where l.shift_id = ${id} and l.org_code = ${orgCode} and l.account = 'cash')`
  await sql`
    insert into shift_entry (id, org_code, shift_id, kind, amount, reason, created_by, created_at)
    select ${taken}, ${orgCode}, ${id}, 'cashOut', above, '存入保险柜', ${cashier.realname}, ${at}
    from (select (${inDrawer} - ${FLOAT}) / 10000 * 10000 as above) drawer where above > 0`.execute(trx)
  await sql`
    select post(${cause('cashOut', shift)} || jsonb_build_object('id', e.id, 'now', e.created_at),
      jsonb_build_array(jsonb_build_object('account', 'cash', 'delta', -e.amount)))
    from shift_entry e where e.id = ${taken} and e.org_code = ${orgCode}`.execute(trx)
  const chance = drawn(`count ${id}`)
  const off = chance < 12 ? -2000 : chance < 26 ? 500 : chance < 34 ? -10_000 : 0
  await sql`
    select end_shift(${id}, ${orgCode}, greatest(0, ${inDrawer} + ${off}::bigint), ${operator.id}, ${cashier.realname},
      ${off === 0 ? '' : '找零差错'}, ${until})`.execute(trx)
}
