import { sql } from 'kysely'
import type { Scope, Transaction } from '#server/db/database.ts'
import { RADAR_BASELINE_DAYS, type RadarFact } from '#shared/features/reports/loss-radar.calc.ts'
import { inStores, type ReportDays } from './report-days.service.ts'

/**
 * Counts of the loss radar's measures per user, in these days and the four weeks before. The user is the proven cashier, or else the
 * signed-in user; manual value belongs to its applicant. Test drives are excluded, because they would make ordinary refunds look rare.
 */
export async function radarFacts(
  trx: Transaction,
  { from, until }: ReportDays,
  stores: Scope | undefined,
): Promise<RadarFact[]> {
  const { rows } = await sql<RadarFact>`
    with bound as (
      select s.org_code, moment_of_local_time(${from}::date + make_interval(hours => s.day_start_hour), s.time_zone) as starts,
          moment_of_local_time(${until}::date + 1 + make_interval(hours => s.day_start_hour), s.time_zone) as ends,
          moment_of_local_time(${from}::date - ${RADAR_BASELINE_DAYS}::integer + make_interval(hours => s.day_start_hour), s.time_zone) as earlier
        from store s where ${inStores('s', stores)}
    )
    select person_id, what, is_now, count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount from (
      select coalesce(o.cashier_id, o.operator_id) as person_id, v.what, o.created_at >= b.starts as is_now, o.amount
        from bound b join consume_order o on o.org_code = b.org_code and o.created_at >= b.earlier and o.created_at < b.ends
        cross join lateral (values ('orders', o.consume_type <> 'TESTCARD'), ('voids', o.state = 'closed'),
          ('tests', o.consume_type = 'TESTCARD' and o.state <> 'closed')) as v (what, holds)
        where v.holds
      union all
      select coalesce(o.cashier_id, o.operator_id), v.what, o.created_at >= b.starts, o.amount
        from bound b join recharge_order o on o.org_code = b.org_code and o.created_at >= b.earlier and o.created_at < b.ends
        cross join lateral (values ('orders', true), ('voids', o.state = 'closed')) as v (what, holds)
        where v.holds
      union all
      select case v.what when 'cancels' then p.settled_by else coalesce(p.cashier_id, p.operator_id) end, v.what,
          p.created_at >= b.starts, p.price * case p.price_mode when 'one' then 1 else p.people end
        from bound b join play_record p on p.org_code = b.org_code and p.created_at >= b.earlier and p.created_at < b.ends
        -- A ride without payment is a void of its order.
        cross join lateral (values ('starts', p.consume_type <> 'TESTCARD'), ('cancels', p.state = 'CANCELLED' and p.consume_id is null),
          ('escaped', p.state = 'ESCAPED')) as v (what, holds)
        where v.holds
      union all
      select coalesce(r.cashier_id, r.operator_id), case when r.voids then 'voided' else 'refunds' end, r.created_at >= b.starts, r.amount
        from bound b join refund_order r on r.org_code = b.org_code and r.created_at >= b.earlier and r.created_at < b.ends
        where r.state <> 'refused'
      union all
      select coalesce(a.applicant_id, l.operator_id), 'discounts', l.business_day >= ${from}::date, l.amount
        from (
          select l.cause_id, l.org_code, l.business_day, (array_agg(l.operator_id))[1] as operator_id,
              sum(l.delta) filter (where l.account in ('balance', 'give')) as amount
            from ledger_line l join bound b on b.org_code = l.org_code
            where l.cause_kind = 'adjust' and l.business_day between ${from}::date - ${RADAR_BASELINE_DAYS}::integer and ${until}::date
              and l.delta > 0 and l.member_id is not null and l.reverses is null
            group by l.cause_id, l.org_code, l.business_day
        ) l left join discount_application a on a.id = l.cause_id and a.org_code = l.org_code
      union all
      select s.cashier_id, v.what, s.business_day >= ${from}::date, abs(s.difference)
        from bound b join shift s on s.org_code = b.org_code
          and s.business_day between ${from}::date - ${RADAR_BASELINE_DAYS}::integer and ${until}::date
        cross join lateral (values ('shifts', true), ('short', s.difference < 0), ('over', s.difference > 0)) as v (what, holds)
        where s.closed_at is not null and v.holds
      union all
      select s.cashier_id, 'cashOut', e.created_at >= b.starts, e.amount
        from bound b join shift_entry e on e.org_code = b.org_code and e.created_at >= b.earlier and e.created_at < b.ends
        join shift s on s.id = e.shift_id and s.org_code = e.org_code
        where e.kind = 'cashOut'
      union all
      select o.person_id, 'outside', o.day >= ${from}::date, o.amount
        from bound b join cash_outside(${from}::date - ${RADAR_BASELINE_DAYS}::integer, ${until}::date) o on o.org_code = b.org_code
      union all
      -- What left a machine unpaid, at the price of its output.
      select coalesce(o.cashier_id, o.operator_id), 'lateCoins', o.created_at >= b.starts,
          div(o.amount::numeric * (o.late_counted - o.counted), o.asked)::bigint
        from bound b join coin_output o on o.org_code = b.org_code and o.created_at >= b.earlier and o.created_at < b.ends
        where o.late_counted > o.counted
    ) fact where person_id is not null group by person_id, what, is_now`.execute(trx)
  return rows
}
