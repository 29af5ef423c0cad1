-- Statistics of the ledger entries and orders of a business day that count after the time of the cut (`figure_cut`), by the dimensions of
-- `figure_facts` and by vehicle. Without those dimensions only the rest of the cut's hour is needed, because later hours are rolled up.
-- The time of writing, which is not before it, only narrows the rows.
create or replace function figures_after(p_day date, p_now timestamptz, p_days integer, p_hour_only boolean, p_by_vehicle boolean)
returns table (
  org_code text, day date, hour text, type text, rule text, cashier text, vehicle text, cash bigint, scan bigint, deposit bigint,
  refunded bigint, recharges bigint, balance bigint, give bigint, coupons bigint, integral bigint, laps bigint, visits bigint,
  unlimited bigint, orders bigint, people bigint, recharge_orders bigint, discount bigint,
  coins bigint, coupon_off bigint
) language sql stable as $$
  select l.org_code, l.day, l.hour, l.type, l.rule, l.cashier, '', c.cash, c.scan, c.deposit, c.refunded, c.recharges, c.balance, c.give,
      c.coupons, c.integral, c.laps, c.visits, c.unlimited, 0, 0,
      case when l.account in ('cash', 'scan') and l.cause_kind = 'recharge' then 1 else 0 end, 0, c.coins, 0
    from figure_entries() l
    join figure_cut(p_now, p_days) cut on cut.org_code = l.org_code
    cross join lateral figure_columns(l.account, l.cause_kind, l.delta, l.is_charge, l.is_recharge) c
    where not p_by_vehicle and l.day = p_day and l.written_at > cut.at and l.at > cut.at
      and (not p_hour_only or cut.day = p_day and l.hour = cut.hour)
  union all
  select o.org_code, p_day, to_char(o.paid_at at time zone cut.time_zone, 'HH24'), o.consume_type, coalesce(o.rule_id::text, ''),
      coalesce(o.cashier_id, o.operator_id)::text, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, o.people, 0,
      case o.coupon_code when '' then o.discount else 0 end, 0, case o.coupon_code when '' then 0 else o.discount end
    from consume_order o
    join figure_cut(p_now, p_days) cut on cut.org_code = o.org_code
    where not p_by_vehicle and o.paid_at > cut.at and business_day(o.org_code, o.paid_at) = p_day
      and (not p_hour_only or cut.day = p_day and to_char(o.paid_at at time zone cut.time_zone, 'HH24') = cut.hour)
      -- Wide enough for every time zone; with these bounds the range index is used.
      and o.paid_at between p_now - make_interval(days => p_days + 2) and p_now - make_interval(days => p_days - 2)
      and o.state in ('paid', 'refunding', 'refunded') and o.consume_type <> 'TESTCARD'
  union all
  select l.org_code, l.day, l.hour, l.type, l.rule, l.cashier, coalesce(g.vehicle_id::text, ''), c.cash, c.scan, c.deposit, c.refunded,
      c.recharges, c.balance, c.give, c.coupons, c.integral, c.laps, c.visits, c.unlimited, 0, 0, 0, 0, c.coins, 0
    from figure_entries() l
    join figure_cut(p_now, p_days) cut on cut.org_code = l.org_code
    left join lateral unnest(l.rides) with ordinality as ride (id, place) on true
    left join lateral (
      select run.vehicle_id from run run
        where run.play_id = ride.id and run.org_code = l.org_code and run.continues is null offset 0
    ) g on true
    cross join lateral figure_columns(l.account, l.cause_kind,
      ride_share(l.delta, coalesce(ride.place, 1), coalesce(nullif(cardinality(l.rides), 0), 1)), l.is_charge, false) c
    where p_by_vehicle and not l.is_recharge and l.day = p_day and l.written_at > cut.at and l.at > cut.at
$$;
