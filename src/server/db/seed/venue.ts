import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { demoUsers } from './access.ts'
import {
  DEMO_MEMBER_PASSWORD,
  demoLevels,
  demoMembers,
  demoPlayCardRules,
  demoRechargeRules,
  demoRules,
  demoSubProjects,
  demoVehicles,
  demoVehicleTypes,
} from './venue.data.ts'

/** Records per store over the last 30 days. */
const RECORDS = 1000

/** Rules, vehicles, members and a month of history of the demo venue (design, "The demo venue"). */
export async function seedVenue(trx: Transaction, now: Date, records = RECORDS): Promise<void> {
  await trx.insertInto('memberLevel').values(demoLevels).execute()
  await trx.insertInto('consumeRule').values(demoRules).execute()
  await trx.insertInto('vehicleType').values(demoVehicleTypes).execute()
  await trx.insertInto('rechargeRule').values(demoRechargeRules).execute()
  await trx.insertInto('playCardRule').values(demoPlayCardRules).execute()
  await trx.insertInto('subProject').values(demoSubProjects).execute()
  await trx.insertInto('vehicle').values(demoVehicles).execute()
  const wallets = await seedMembers(trx, now)
  await seedRecords(trx, now, records, wallets)
  await seedConsequences(trx)
  await seedLedger(trx, now, wallets)
}

/** What the wallets of each member are worth in the end. */
type Wallets = Map<string, (typeof demoMembers)[number]['wallets']>

async function seedMembers(trx: Transaction, now: Date): Promise<Wallets> {
  const password = await hash(DEMO_MEMBER_PASSWORD)
  const rows = await trx
    .insertInto('member')
    .values(
      demoMembers.map(({ wallets: _, hasPassword, ...member }, index) => ({
        ...member,
        consumePassword: hasPassword ? password : null,
        memberLevel: index % 3 === 0 ? 'vip' : 'basic',
        createdAt: new Date(now.getTime() - (400 - index * 20) * 86_400_000),
      })),
    )
    .returning(['id', 'physicalCard'])
    .execute()
  const byCard = new Map(demoMembers.map(({ physicalCard, wallets }) => [physicalCard, wallets]))
  return new Map(rows.map(({ id, physicalCard }) => [id, byCard.get(physicalCard) ?? [0, 0, 0, 0, 0]]))
}

/** A random number in [0, 1) that is the same in every seed: of a record (`org_code`, `n`) and a purpose. */
const chance = (purpose: string) =>
  sql`(('x' || substr(md5(org_code || n || ${purpose}::text), 1, 8))::bit(32)::bigint / 4294967296.0)`

/** A UUIDv7 of a moment, the same in every seed. */
const idAt = (at: string, purpose: string) =>
  sql`(lpad(to_hex((extract(epoch from ${sql.raw(at)}) * 1000)::bigint), 12, '0') || '7' ||
    substr(md5(org_code || n || ${purpose}::text), 1, 3) || '8' ||
    substr(md5(org_code || n || ${purpose}::text), 4, 15))::uuid`

/**
 * A month of records that ends yesterday, in opening hours: most deducted from members, some paid in cash, linked,
 * escaped or cancelled. Of the newest, a few are still hung, all without a member, so that no limit is near.
 */
async function seedRecords(trx: Transaction, now: Date, records: number, wallets: Wallets): Promise<void> {
  const payers = [...wallets].filter(([, [balance]]) => balance > 0).map(([id]) => id)
  const { cashier, manager2 } = demoUsers
  await sql`
    with drawn as (
      select org_code, n, ${chance('kind')} as kind, ${chance('rule')} as rule_pick, ${chance('vehicle')} as vehicle_pick,
        ${chance('member')} as member_pick, ${chance('mode')} as mode_pick, ${chance('people')} as people_pick,
        date_trunc('second', (date_trunc('day', ${now}::timestamptz at time zone 'Asia/Shanghai')
          - interval '1 day' * (1 + floor(${chance('day')} * 30))
          + interval '10 hours' + interval '690 minutes' * ${chance('time')}) at time zone 'Asia/Shanghai') as created_at
      from (values ('A01A01'), ('A01A02')) as store (org_code), generate_series(1, ${records}::int) as n
    ), ordered as (
      select *, (created_at at time zone 'Asia/Shanghai')::date as day,
        row_number() over (partition by org_code order by created_at desc, n) as age
      from drawn
    ), decided as (
      select *, row_number() over (partition by org_code, day order by created_at, n) as number,
        case when age <= 4 then 'GUADAN' when kind < 0.92 then 'CONSUMED' when kind < 0.96 then 'RECHARGED'
          when kind < 0.98 then 'ESCAPED' else 'CANCELLED' end as state,
        case when age <= 2 then 'BALANCE' when age <= 4 or kind between 0.72 and 0.98 then 'NOCARDCONSUME'
          else 'BALANCE' end as consume_type
      from ordered
    ), ruled as (
      select d.*, rule.id as rule_id, rule.name as rule_name, rule.laps, rule.minutes, rule.price, rule.price_mode,
        case when rule.minutes = 0 then 'circlemode' when rule.laps = 0 then 'timermode'
          when mode_pick < 0.7 then 'circlemode' else 'timermode' end as run_mode
      from decided d cross join lateral (
        select * from consume_rule r where r.org_code = d.org_code and r.consume_type = d.consume_type
        order by r.index_number
        offset case when d.consume_type = 'BALANCE' then floor(rule_pick * 4)::int else 0 end limit 1) rule
    ), staffed as (
      select r.*, vehicle.id as vehicle_id, vehicle.name as vehicle_name,
        case when r.consume_type = 'BALANCE' and r.state <> 'GUADAN' then rider.id end as member_id,
        rider.nickname
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
    insert into play_before_pay (id, org_code, created_at, received_at, state, ticket_no, queue_number, game_log_id,
      recharge_id, consume_id, member_id, racer, rule_id, rule_name, consume_type, run_mode, laps, minutes, people,
      price_mode, price, vehicle_id, vehicle_name, terminal_name, operator_id, operator_name, settled_at, settled_by)
    select ${idAt('created_at', 'record')}, org_code, created_at, created_at, state,
      case org_code when 'A01A01' then 'A' else 'B' end || lpad(number::text, 3, '0'), number,
      ${idAt('created_at', 'run')},
      case when state = 'RECHARGED' then ${idAt("created_at + interval '15 minutes'", 'recharge')} end,
      case when state = 'CONSUMED' then ${idAt("created_at + interval '14 minutes'", 'order')} end,
      member_id, case when member_id is null then '神秘车手' else nickname end,
      rule_id, rule_name, consume_type, run_mode, laps, minutes,
      case when people_pick < 0.85 then 1 else 2 end, price_mode, price, vehicle_id, vehicle_name, '前台',
      case org_code when 'A01A01' then ${cashier.id}::uuid else ${manager2.id}::uuid end,
      case org_code when 'A01A01' then ${cashier.realname} else ${manager2.realname} end,
      case when state <> 'GUADAN' then created_at + interval '14 minutes' end,
      case when state <> 'GUADAN' then
        case org_code when 'A01A01' then ${cashier.id}::uuid else ${manager2.id}::uuid end end
    from staffed`.execute(trx)
}

/** What the records led to: ended runs, queue numbers, orders. */
async function seedConsequences(trx: Transaction): Promise<void> {
  await sql`
    insert into game_log (id, org_code, play_id, vehicle_id, run_mode, racer, state, started_at, ends_at, ended_at, started_by,
      laps)
    select game_log_id, org_code, id, vehicle_id, run_mode, racer, 'ENDED', created_at,
      case run_mode when 'timermode' then created_at + interval '1 minute' * minutes end,
      created_at + interval '1 minute' * case run_mode when 'timermode' then minutes else 9 end, terminal_name,
      case run_mode when 'circlemode' then laps else 0 end
    from play_before_pay`.execute(trx)
  await sql`
    insert into queue_entry (id, org_code, play_id, business_day, number, state, created_at)
    select game_log_id, org_code, id, (created_at at time zone 'Asia/Shanghai')::date, queue_number,
      case state when 'CANCELLED' then 'CANCELLED' else 'DONE' end, created_at
    from play_before_pay`.execute(trx)
  await sql`
    insert into queue_counter (org_code, business_day, last_number)
    select org_code, business_day, max(number) from queue_entry group by org_code, business_day`.execute(trx)
  await sql`
    insert into consume_order (id, org_code, play_id, play_ids, settles, member_id, rule_id, rule_name, state, consume_type, pay_mode,
      usage_mode, people, amount, paid_balance, racer, operator_id, operator_name, terminal_name, created_at, paid_at)
    select consume_id, org_code, id, array[id], 'GUADAN', member_id, rule_id, rule_name, 'payed', consume_type,
      case when member_id is null then 'cash' else 'balance' end, 'lineup', people, amount,
      case when member_id is null then 0 else amount end, racer, operator_id, operator_name, terminal_name, settled_at, settled_at
    from (select *, price * case price_mode when 'one' then 1 else people end as amount from play_before_pay) charged
    where state = 'CONSUMED'`.execute(trx)
}

/** Every wallet's ledger: an opening value that is what the member has now plus all that was charged, then the charges and cash. */
async function seedLedger(trx: Transaction, now: Date, wallets: Wallets): Promise<void> {
  const opened = new Date(now.getTime() - 40 * 86_400_000)
  for (const [id, [balance, give, integral, laps, frequency]] of wallets) {
    await sql`
      select post(jsonb_build_object('kind', 'opening', 'id', md5('opening ' || m.id)::uuid, 'orgCode', m.org_code,
          'now', ${opened}::timestamptz),
        (select jsonb_agg(jsonb_build_object('member', m.id, 'account', part.account, 'project', part.project,
            'delta', part.value))
          from (values ('balance', '', ${balance}::bigint + (select coalesce(sum(o.paid_balance), 0)::bigint
              from consume_order o where o.member_id = m.id and o.org_code = m.org_code)),
            ('give', '', ${give}::bigint), ('integral', '', ${integral}::bigint), ('laps', '', ${laps}::bigint),
            ('frequency', 'currency', ${frequency}::bigint)) as part (account, project, value)))
      from member m where m.id = ${id}`.execute(trx)
  }
  await sql`
    select post(jsonb_build_object('kind', 'consume', 'id', o.id, 'orgCode', o.org_code, 'operatorId', o.operator_id,
        'now', o.created_at),
      jsonb_build_array(case pay_mode when 'cash' then jsonb_build_object('account', 'cash', 'delta', o.amount)
        else jsonb_build_object('member', o.member_id, 'account', 'balance', 'delta', -o.paid_balance) end))
    from (select * from consume_order where amount > 0 order by created_at, id) o`.execute(trx)
}
