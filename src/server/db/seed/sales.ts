import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { demoUsers } from './access.ts'
import { chance, idAt, idFrom } from './chance.ts'
import { seedCoinMachines } from './coins.ts'
import { seedShifts } from './shifts.ts'

/** Recharges per store in the last 30 days; the first few are of today. */
const RECHARGES = 130
const OF_TODAY = 6

/**
 * The sales of the demo venue in the last month besides its rides, and the money of both: recharges, cards, coupons, returned
 * deposits, refunds, scan payments, coins, and the shifts that took the cash. Today has recharges only, so that ride numbers begin with
 * the first ride that a user starts.
 *
 * Members 100001 and 100002 buy nothing, because their wallets are documented.
 */
export async function seedSales(trx: Transaction, now: Date): Promise<void> {
  await insertRecharges(trx, now)
  await insertLinkedRecharges(trx)
  await insertCoupons(trx)
  await returnDeposits(trx, now)
  await insertPayments(trx)
  await seedCoinMachines(trx, now)
  await seedShifts(trx, now)
}

async function insertRecharges(trx: Transaction, now: Date): Promise<void> {
  const { cashier, cashier2, manager2 } = demoUsers
  await sql`
    with drawn as (
      select org_code, n, ${chance('offer')} as offer, ${chance('who')} as who, ${chance('much')} as much, ${chance('way')} as way,
        ${chance('when')} as time, ${chance('day sold')} as day_pick,
        date_trunc('day', ${now}::timestamptz at time zone 'Asia/Shanghai') + interval '10 hours' as today
      from (values ('A01A01'), ('A01A02')) as store (org_code), generate_series(1, ${RECHARGES}::int) as n
    ), dated as (
      select *, date_trunc('second', case when n <= ${OF_TODAY}
          then today + time * (${now}::timestamptz at time zone 'Asia/Shanghai' - interval '20 minutes' - today)
          else today - interval '1 day' * (1 + floor(day_pick * 30)) + interval '690 minutes' * time end)
        at time zone 'Asia/Shanghai' as at
      from drawn
      -- Nothing was sold today before the first hour was over.
      where n > ${OF_TODAY} or ${now}::timestamptz at time zone 'Asia/Shanghai' > today + interval '1 hour'
    ), bought as (
      select d.*, buyer.id as member_id from dated d
      join (select *, count(*) over (partition by org_code) as of, row_number() over (partition by org_code order by id) as place
        from member where not frozen and id > '100002') buyer
        on buyer.org_code = d.org_code and buyer.place = 1 + floor(d.who * buyer.of)
    ), offered as (
      select b.*, offer.kind, offer.rule_id, offer.name, case offer.amount_type when 'custom' then 10000 * (1 + floor(much * 5))::bigint
          else offer.price end as amount,
        case when offer.amount_type = 'custom' then 10000 * (1 + floor(much * 5))::bigint else offer.recharge end as balance, offer.give,
        offer.integral, offer.frequency, offer.days, offer.plays
      from bought b cross join lateral (
        select * from (
          select 'recharge' as kind, r.id as rule_id, r.name, r.amount_type, r.price, r.recharge, r.give, r.integral, r.frequency,
              0 as days, 0 as plays, r.index_number
            from recharge_rule r where r.org_code = b.org_code
          union all
          select 'card', c.id, c.name, 'fixed', c.price, 0, 0, 0, 0, c.days, c.plays, 99 from play_card_rule c
            where c.org_code = b.org_code
              -- One for each who has one: a second would only go on where the first ends.
              and not exists (select from bought e where e.member_id = b.member_id and e.offer >= 0.9 and (e.at, e.n) < (b.at, b.n))
        ) all_of_them order by index_number
        offset case when b.offer >= 0.9 then 4 else floor(b.offer / 0.9 * 4)::int end limit 1) offer
    )
    insert into recharge_order (id, org_code, member_id, kind, rule_id, rule_name, state, pay_mode, amount, balance, give, integral,
      frequency, card_days, card_plays, card_until, locale, operator_id, operator_name, cashier_id, cashier_name, terminal_name,
      created_at, paid_at)
    select ${idAt('at', 'sale')}, org_code, member_id, kind, rule_id, name, 'paid', case when way < 0.4 then 'cash' else 'wechat' end,
      amount, balance, give, integral, frequency, days, plays,
      case kind when 'card' then (date_trunc('day', at at time zone 'Asia/Shanghai') + interval '1 day' * (days + 1))
        at time zone 'Asia/Shanghai' end,
      'zh', operator_id, operator_name, case when is_evening then ${cashier2.id}::uuid else operator_id end,
      case when is_evening then ${cashier2.realname} else operator_name end, '前台', at, at
    from (
      select *, case org_code when 'A01A01' then ${cashier.id}::uuid else ${manager2.id}::uuid end as operator_id,
        case org_code when 'A01A01' then ${cashier.realname} else ${manager2.realname} end as operator_name,
        org_code = 'A01A01' and extract(hour from at at time zone 'Asia/Shanghai') >= 16 as is_evening
      from offered) sold`.execute(trx)
}

/** The recharges that free trials were linked to. */
async function insertLinkedRecharges(trx: Transaction): Promise<void> {
  await sql`
    insert into recharge_order (id, org_code, member_id, kind, rule_id, rule_name, state, pay_mode, amount, balance, give, integral, locale,
      operator_id, operator_name, cashier_id, cashier_name, terminal_name, created_at, paid_at)
    select p.recharge_id, p.org_code, buyer.id, 'recharge', r.id, r.name, 'paid',
      case when p.queue_number % 3 = 0 then 'cash' else 'wechat' end, r.price, r.recharge, r.give, r.integral, 'zh', p.operator_id,
      p.operator_name, p.cashier_id, p.cashier_name, p.terminal_name, p.settled_at, p.settled_at
    from play_record p
    join recharge_rule r on r.org_code = p.org_code and r.index_number = 1
    join (select *, count(*) over (partition by org_code) as of, row_number() over (partition by org_code order by id) as place
      from member where not frozen and id > '100002') buyer
      on buyer.org_code = p.org_code and buyer.place = 1 + p.queue_number % buyer.of
    where p.state = 'RECHARGED'`.execute(trx)
}

/** The coupons that paid for orders. */
async function insertCoupons(trx: Transaction): Promise<void> {
  const used = sql`consume_order o where o.coupon_code <> ''`
  await sql`
    insert into group_coupon (id, org_code, code, name, value, rule_ids, uses_made, verified_at, valid_until, state, created_by, created_at)
    select ${idFrom(sql`'coupon ' || o.id`)}, o.org_code, o.coupon_code, o.rule_name, o.amount, array[o.rule_id], 1, o.paid_at,
      o.paid_at + interval '60 days', 'used', 'manager', o.paid_at - interval '12 days' from ${used}`.execute(trx)
  await sql`
    insert into group_coupon_use (order_id, org_code, coupon_id, used_at)
    select o.id, o.org_code, ${idFrom(sql`'coupon ' || o.id`)}, o.paid_at from ${used}`.execute(trx)
}

/** Most deposits were returned; a few of the last days are still held. */
async function returnDeposits(trx: Transaction, now: Date): Promise<void> {
  await sql`
    update consume_order set deposit_returned_at = paid_at + interval '20 minutes', deposit_return_id = ${idFrom(sql`'deposit ' || id`)}
    where deposit > 0 and (paid_at < ${now}::timestamptz - interval '3 days' or md5('kept ' || id) > '4')`.execute(trx)
}

/** The scan payments, as stored by the sandbox and by us, with the deposits that were returned. */
async function insertPayments(trx: Transaction): Promise<void> {
  await sql`
    insert into payment (id, org_code, order_kind, provider, amount, subject, code_sealed, state, transaction_id, operator_id,
      operator_name, cashier_id, created_at, asked_at, paid_at, ended_at)
    select id, org_code, order_kind, 'sandbox', amount, rule_name, '', 'paid',
      'SANDBOX' || upper(right(replace(id::text, '-', ''), 20)), operator_id, operator_name, cashier_id, paid_at, paid_at, paid_at, paid_at
    from (
      select id, org_code, 'consume' as order_kind, amount + deposit as amount, rule_name, operator_id, operator_name, cashier_id, paid_at
        from consume_order where pay_mode = 'scan'
      union all
      select id, org_code, 'recharge', amount, rule_name, operator_id, operator_name, cashier_id, paid_at
        from recharge_order where pay_mode = 'wechat') scanned`.execute(trx)
  await sql`
    insert into sandbox_trade (id, org_code, amount, behaviour, made_at, pays_at)
    select id, org_code, amount, 'success', created_at, paid_at from payment`.execute(trx)
  await sql`
    insert into payment_refund (id, org_code, payment_id, amount, kind, state, provider_refund_id, created_at, ended_at)
    select deposit_return_id, org_code, id, deposit, 'order', 'done',
      'RSANDBOX' || upper(right(replace(deposit_return_id::text, '-', ''), 20)), deposit_returned_at, deposit_returned_at
    from consume_order where pay_mode = 'scan' and deposit_returned_at is not null`.execute(trx)
  await sql`
    insert into sandbox_refund (id, org_code, trade_id, amount, made_at)
    select id, org_code, payment_id, amount, created_at from payment_refund`.execute(trx)
}
