import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { demoUsers } from './access.ts'
import { chance, idAt } from './chance.ts'
import type { Wallets } from './ledger.ts'

interface History {
  now: Date
  /** Per store. */
  records: number
  wallets: Wallets
  /** Whether they include orders of every type, mostly charged at once, with more of them in the afternoon and at weekends. */
  withSales: boolean
}

/** Records of a month until yesterday, in opening hours, with their ended runs, queue numbers and orders. */
export async function seedRecords(trx: Transaction, history: History): Promise<void> {
  await insertRecords(trx, history)
  await insertRuns(trx)
  await insertOrders(trx)
}

/**
 * Most are charged to members, some are paid by guests, linked, escaped or cancelled. A few of the newest are still pending, all
 * without a member, so that no limit is near. Monitored events (escaped, test runs) are spread evenly, so that no user stands out.
 */
async function insertRecords(trx: Transaction, { now, records, wallets, withSales }: History): Promise<void> {
  const payers = [...wallets].filter(([, [balance]]) => balance > 0).map(([id]) => id)
  const { cashier, cashier2, manager2 } = demoUsers
  await sql`
    with dated as (
      select org_code, n, ${chance('kind')} as kind, ${chance('rule')} as rule_pick, ${chance('vehicle')} as vehicle_pick,
        ${chance('member')} as member_pick, ${chance('mode')} as mode_pick, ${chance('people')} as people_pick,
        ${chance('type')} as type_pick, ${chance('hung')} as hung_pick, ${chance('time')} as time, ${chance('later')} as later,
        ${chance('weekend')} as weekend, date_trunc('day', ${now}::timestamptz at time zone 'Asia/Shanghai') as today,
        date_trunc('day', ${now}::timestamptz at time zone 'Asia/Shanghai')
          - interval '1 day' * (1 + floor(${chance('day')} * 30)) as day
      from (values ('A01A01'), ('A01A02')) as store (org_code), generate_series(1, ${records}::int) as n
    ), drawn as (
      select *, date_trunc('second', (case when ${withSales} and weekend < 0.3 and extract(isodow from day) < 6
              and day + interval '1 day' * (6 - extract(isodow from day)) < today
            then day + interval '1 day' * (6 - extract(isodow from day)) else day end
          + interval '10 hours' + interval '690 minutes' * case when ${withSales} then (time + later) / 2 else time end)
        at time zone 'Asia/Shanghai') as created_at
      from dated
    ), ordered as (
      select *, (created_at at time zone 'Asia/Shanghai')::date as on_day,
        row_number() over (partition by org_code order by created_at desc, n) as age
      from drawn
    ), decided as (
      select *, row_number() over (partition by org_code, on_day order by created_at, n) as number,
        case when age <= 4 then 'PENDING' when age % 50 = 25 then 'ESCAPED' when kind < 0.92 then 'CONSUMED'
          when kind < 0.98 then 'RECHARGED' else 'CANCELLED' end as state,
        case when age <= 2 then 'BALANCE' when age <= 4 or age % 50 = 25 or kind between 0.72 and 0.98 then 'NOCARDCONSUME'
          when not ${withSales} or kind >= 0.98 or type_pick < 0.7 then 'BALANCE' when type_pick < 0.79 then 'FREQUENCY'
          when type_pick < 0.87 then 'QUAN' when type_pick < 0.92 then 'INTEGRAL' when type_pick < 0.95 then 'BALANCEANDINTEGRAL'
          when age % 50 <> 10 then 'GROUPCOUPON' else 'TESTCARD' end as consume_type
      from ordered
    ), ruled as (
      select d.*, rule.id as rule_id, rule.name as rule_name, rule.laps, rule.minutes, rule.price, rule.price_mode,
        case when ${withSales} then rule.deposit else 0 end as deposit, rule.integral, rule.frequency,
        case when rule.minutes = 0 then 'circlemode' when rule.laps = 0 then 'timermode'
          when mode_pick < 0.7 then 'circlemode' else 'timermode' end as run_mode,
        case when ${withSales} and d.state = 'CONSUMED' and hung_pick < 0.7 then d.created_at
          when d.state <> 'PENDING' then d.created_at + interval '14 minutes' end as settled_at
      from decided d cross join lateral (
        select * from consume_rule r where r.org_code = d.org_code and r.consume_type = d.consume_type
        order by r.index_number
        offset case when d.consume_type = 'BALANCE' then floor(rule_pick * 4)::int else 0 end limit 1) rule
    ), staffed as (
      select r.*, vehicle.id as vehicle_id, vehicle.name as vehicle_name,
        case when r.consume_type not in ('NOCARDCONSUME', 'GROUPCOUPON', 'TESTCARD') and r.state <> 'PENDING' then rider.id end
          as member_id, rider.nickname,
        case r.org_code when 'A01A01' then ${cashier.id}::uuid else ${manager2.id}::uuid end as operator_id,
        case r.org_code when 'A01A01' then ${cashier.realname} else ${manager2.realname} end as operator_name,
        r.org_code = 'A01A01' and extract(hour from coalesce(r.settled_at, r.created_at) at time zone 'Asia/Shanghai') >= 16 as is_evening
      from ruled r
      join (select *, count(*) over (partition by org_code) as of,
          row_number() over (partition by org_code order by index_number) as place
        from vehicle where condition = 'ready') vehicle
        on vehicle.org_code = r.org_code and vehicle.place = 1 + floor(vehicle_pick * vehicle.of)
      join (select *, count(*) over (partition by org_code) as of,
          row_number() over (partition by org_code order by id) as place
        from member where not frozen and id = any(${payers})) rider
        on rider.org_code = r.org_code and rider.place = 1 + floor(member_pick * rider.of)
    )
    insert into play_record (id, org_code, created_at, received_at, state, ticket_no, queue_number, run_id,
      recharge_id, consume_id, member_id, racer, rule_id, rule_name, consume_type, run_mode, laps, minutes, people,
      price_mode, price, deposit, integral, frequency, vehicle_id, vehicle_name, terminal_name, operator_id, operator_name, cashier_id,
      cashier_name, settled_at, settled_by)
    select ${idAt('created_at', 'record')}, org_code, created_at, created_at, state,
      case org_code when 'A01A01' then 'A' else 'B' end || lpad(number::text, 3, '0'), number,
      ${idAt('created_at', 'run')},
      case when state = 'RECHARGED' then ${idAt("created_at + interval '15 minutes'", 'recharge')} end,
      case when state = 'CONSUMED' then ${idAt('settled_at', 'order')} end,
      member_id, case when member_id is null then '神秘车手' else nickname end,
      rule_id, rule_name, consume_type, run_mode, laps, minutes,
      case when people_pick < 0.85 or consume_type = 'TESTCARD' then 1 else 2 end, price_mode, price, deposit, integral, frequency,
      vehicle_id, vehicle_name, '前台', operator_id, operator_name,
      case when ${withSales} then case when is_evening then ${cashier2.id}::uuid else operator_id end end,
      case when not ${withSales} then '' when is_evening then ${cashier2.realname} else operator_name end,
      settled_at, case when settled_at is not null then operator_id end
    from staffed`.execute(trx)
}

async function insertRuns(trx: Transaction): Promise<void> {
  await sql`
    insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, state, started_at, ends_at, ended_at, started_by,
      laps, laps_done)
    select run_id, org_code, id, vehicle_id, run_mode, racer, 'ENDED', created_at,
      case run_mode when 'timermode' then created_at + interval '1 minute' * minutes end,
      created_at + interval '1 minute' * case run_mode when 'timermode' then minutes else 9 end, terminal_name,
      case run_mode when 'circlemode' then laps else 0 end, case run_mode when 'circlemode' then laps else 0 end
    from play_record`.execute(trx)
  await sql`
    insert into queue_entry (id, org_code, play_id, business_day, number, state, created_at)
    select run_id, org_code, id, (created_at at time zone 'Asia/Shanghai')::date, queue_number,
      case state when 'CANCELLED' then 'CANCELLED' else 'DONE' end, created_at
    from play_record`.execute(trx)
  await sql`
    insert into queue_counter (org_code, business_day, last_number)
    select org_code, business_day, max(number) from queue_entry group by org_code, business_day`.execute(trx)
}

/** The charge of each record by its rule, computed as `charge_lines` does. */
async function insertOrders(trx: Transaction): Promise<void> {
  await sql`
    insert into consume_order (id, org_code, play_id, play_ids, settles, member_id, rule_id, rule_name, state, consume_type, pay_mode,
      usage_mode, people, amount, deposit, paid_balance, paid_integral, paid_laps, paid_visits, coupon_code, racer, operator_id,
      operator_name, cashier_id, cashier_name, terminal_name, created_at, paid_at)
    select consume_id, org_code, id, array[id], case when settled_at = created_at then '' else 'PENDING' end, member_id, rule_id,
      rule_name, 'paid', consume_type,
      case when member_id is not null then 'balance' when consume_type <> 'NOCARDCONSUME' then 'none'
        when deposit > 0 and digest < 'a' then 'scan' else 'cash' end,
      case when settled_at = created_at then 'immediate' else 'lineup' end, people,
      case when consume_type in ('BALANCE', 'BALANCEANDINTEGRAL', 'NOCARDCONSUME') then price * times
        when consume_type = 'GROUPCOUPON' then coupon_value else 0 end,
      case consume_type when 'NOCARDCONSUME' then deposit else 0 end,
      case when consume_type in ('BALANCE', 'BALANCEANDINTEGRAL') then price * times else 0 end,
      case when consume_type in ('INTEGRAL', 'BALANCEANDINTEGRAL') then integral * times else 0 end,
      case consume_type when 'QUAN' then laps else 0 end,
      case consume_type when 'FREQUENCY' then frequency * times else 0 end,
      case consume_type when 'GROUPCOUPON' then 'MT' || upper(left(digest, 10)) else '' end,
      racer, operator_id, operator_name, cashier_id, cashier_name, terminal_name, settled_at, settled_at
    from (
      select p.*, case p.price_mode when 'one' then 1 else p.people end as times, md5(p.id::text) as digest, r.coupon_value
        from play_record p join consume_rule r on r.id = p.rule_id and r.org_code = p.org_code
        where p.state = 'CONSUMED') charged`.execute(trx)
}
