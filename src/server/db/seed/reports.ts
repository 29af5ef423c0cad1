import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { demoUsers } from './access.ts'

/** Age up to which cash differences are unexplained; older ones are explained. */
const UNEXPLAINED_DAYS = 2

/** Nightly reconciliations and daily reports of the month before, from the same ledger as all other data. */
export async function seedReports(trx: Transaction, now: Date): Promise<void> {
  await seedDifferences(trx, now)
  await seedRuns(trx, now)
  await seedDailyReports(trx, now)
}

/** Cash differences of drawers, which headquarters explained the next morning. */
async function seedDifferences(trx: Transaction, now: Date): Promise<void> {
  const { realname } = demoUsers.hq
  await sql`
    with wrong as (
      select s.*, l.value as cash, s.closed_at < ${now}::timestamptz - make_interval(days => ${UNEXPLAINED_DAYS}) as is_explained
        from shift s
        cross join lateral (select coalesce(sum(one.delta), 0)::bigint as value from ledger_line one
          where one.shift_id = s.id and one.org_code = s.org_code and one.account = 'cash') l
        where s.closed_at is not null and s.counted <> l.value
    )
    insert into reconciliation_difference (id, org_code, kind, reference, account, stored, expected, person_id, person_name, created_at,
        seen_at, state, settled_at, settled_by, remark)
      select gen_random_uuid(), org_code, 'count', id::text, 'cash', counted, cash, cashier_id, cashier_name, closed_at, closed_at,
        case when is_explained then 'explained' else 'open' end, case when is_explained then closed_at + interval '11 hours' end,
        case when is_explained then ${realname} else '' end, case when is_explained then remark else '' end
      from wrong`.execute(trx)
}

/** A reconciliation of each store for each night; differences are found again in later nights. */
const seedRuns = (trx: Transaction, now: Date) =>
  sql`
    insert into reconciliation_run (id, org_code, started_at, ended_at, found, opened)
      select gen_random_uuid(), s.org_code, night.at, night.at + interval '2 seconds',
        (select count(*) from reconciliation_difference d where d.org_code = s.org_code and d.created_at < night.at), 0
      from store s
      cross join lateral (
        select (day + interval '4 hours') at time zone s.time_zone as at from generate_series(
          date_trunc('day', ${now}::timestamptz at time zone s.time_zone) - interval '14 days',
          date_trunc('day', ${now}::timestamptz at time zone s.time_zone), '1 day') day
      ) night
      where night.at < ${now}`.execute(trx)

/** The report of each past day, as of its end. */
const seedDailyReports = (trx: Transaction, now: Date) =>
  sql`
    with fact as materialized (
      select org_code, day, sum(cash) as cash, sum(scan) as scan, sum(deposit) as deposit, sum(refunded) as refunded,
          sum(recharges) as recharges, sum(balance) as balance, sum(give) as give, sum(coupons) as coupons,
          sum(orders + recharge_orders) as orders, sum(discount) as discount
        from figure_facts(0, null, 0, null) group by org_code, day
    ), told as (
      select *, cash + scan - deposit as revenue, cash + scan - deposit - recharges as guests,
          ((day + 1)::timestamp + interval '10 minutes') at time zone 'Asia/Shanghai' as told_at
        from fact
    )
    insert into daily_report (id, org_code, day, revenue, recharges, guests, cash, scan, refunded, consumption, orders, sessions, tests,
        discount, revenue_before, drawer_difference, open_differences, owed_balance, owed_give, created_at)
      select gen_random_uuid(), t.org_code, t.day, t.revenue, t.recharges, t.guests, t.cash, t.scan, t.refunded,
        t.balance + t.give + t.guests + t.coupons, t.orders,
        (select coalesce(sum(v.runs), 0) from vehicle_hour v where v.org_code = t.org_code and v.day = t.day),
        (select coalesce(sum(v.tests), 0) from vehicle_hour v where v.org_code = t.org_code and v.day = t.day), t.discount,
        coalesce((select b.revenue from told b where b.org_code = t.org_code and b.day = t.day - 7), 0),
        (select coalesce(sum(s.difference), 0) from shift s where s.org_code = t.org_code and s.business_day = t.day),
        (select count(*) from reconciliation_difference d where d.org_code = t.org_code and d.created_at <= t.told_at
          and (d.settled_at is null or d.settled_at > t.told_at)),
        owed.balance, owed.give, t.told_at
      from told t
      cross join lateral (
        select coalesce(sum(l.delta) filter (where l.account = 'balance'), 0) as balance,
            coalesce(sum(l.delta) filter (where l.account = 'give'), 0) as give
          from ledger_line l where l.org_code = t.org_code and l.member_id is not null and l.business_day <= t.day
      ) owed
      where t.told_at < ${now} and t.day > ${now}::timestamptz::date - 31`.execute(trx)
