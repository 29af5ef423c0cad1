-- Statistics of charges by the vehicle on which each ride began; empty where it has not begun. Between two watermarks; null: up to the
-- newest row.
--
-- A ledger entry may be written before its ride begins (queued rides) or after it (refunds), so both have a watermark. An entry counts at
-- once if its ride is known; a ride that begins takes over older entries counted without a vehicle. Whichever is rolled up second joins the
-- two, once. `offset 0` forces lookups of single rides, orders and entries even when the planner expects small tables.
create or replace function vehicle_facts(p_ledger bigint, p_ledger_until bigint, p_rides bigint, p_rides_until bigint)
returns table (
  org_code text, day date, vehicle text, cash bigint, scan bigint, deposit bigint, refunded bigint, recharges bigint, balance bigint,
  give bigint, coupons bigint, integral bigint, laps bigint, visits bigint, unlimited bigint, orders bigint, people bigint,
  recharge_orders bigint, discount bigint, coins bigint, coupon_off bigint
) language sql stable as $$
  select part.org_code, part.day, part.vehicle, c.cash, c.scan, c.deposit, c.refunded, c.recharges, c.balance, c.give, c.coupons,
      c.integral, c.laps, c.visits, c.unlimited, 0, 0, 0, 0, c.coins, 0
    from (
      select l.org_code, l.day, l.account, l.cause_kind, l.is_charge, coalesce(g.vehicle_id::text, '') as vehicle,
          ride_share(l.delta, coalesce(ride.place, 1), coalesce(nullif(cardinality(l.rides), 0), 1)) as delta
        from figure_entries() l
        left join lateral unnest(l.rides) with ordinality as ride (id, place) on true
        left join lateral (
          select run.vehicle_id from run run
            where run.play_id = ride.id and run.org_code = l.org_code and run.continues is null
              and (p_rides_until is null or run.seq <= p_rides_until) offset 0
        ) g on true
        where l.seq > p_ledger and (p_ledger_until is null or l.seq <= p_ledger_until) and not l.is_recharge
      union all
      select l.org_code, l.day, l.account, l.cause_kind, l.is_charge, moved.vehicle,
          moved.sign * ride_share(l.delta, array_position(l.rides, g.play_id), cardinality(l.rides))
        from run g
        cross join lateral (
          select p.consume_id from play_record p where p.id = g.play_id and p.org_code = g.org_code offset 0
        ) p
        cross join lateral (
          select paid.* from consume_order paid where paid.id = p.consume_id and paid.org_code = g.org_code offset 0
        ) o
        cross join lateral (
          select o.id union all select o.deposit_return_id where o.deposit_return_id is not null
          union all select b.id from refund_order b where b.order_id = o.id and b.org_code = o.org_code and b.order_kind = 'consume'
        ) as cause (id)
        cross join lateral (
          select line.* from figure_entries() line
            where line.cause_id = cause.id and line.org_code = o.org_code and line.order_id = o.id and line.rides <> '{}'
              and line.seq <= p_ledger offset 0
        ) l
        cross join lateral (values ('', -1), (g.vehicle_id::text, 1)) as moved (vehicle, sign)
        where g.seq > p_rides and (p_rides_until is null or g.seq <= p_rides_until) and g.continues is null
          and g.play_id = any (o.play_ids)
    ) part
    cross join lateral figure_columns(part.account, part.cause_kind, part.delta, part.is_charge, false) c
$$;
