-- Statistics of ledger entries and paid orders between two watermarks; null: up to the newest row.
create or replace function figure_facts(p_ledger bigint, p_ledger_until bigint, p_orders bigint, p_orders_until bigint)
returns table (
  org_code text, day date, hour text, type text, rule text, cashier text, cash bigint, scan bigint, deposit bigint, refunded bigint,
  recharges bigint, balance bigint, give bigint, coupons bigint, integral bigint, laps bigint, visits bigint, unlimited bigint,
  orders bigint, people bigint, recharge_orders bigint,
  discount bigint, coins bigint, coupon_off bigint
) language sql stable as $$
  select l.org_code, l.day, l.hour, l.type, l.rule, l.cashier, c.cash, c.scan, c.deposit, c.refunded, c.recharges, c.balance, c.give,
      c.coupons, c.integral, c.laps, c.visits, c.unlimited, 0, 0,
      case when l.account in ('cash', 'scan') and l.cause_kind = 'recharge' then 1 else 0 end, 0, c.coins, 0
    from figure_entries() l
    cross join lateral figure_columns(l.account, l.cause_kind, l.delta, l.is_charge, l.is_recharge) c
    where l.seq > p_ledger and (p_ledger_until is null or l.seq <= p_ledger_until)
  union all
  select o.org_code, business_day(o.org_code, o.paid_at), to_char(o.paid_at at time zone s.time_zone, 'HH24'), o.consume_type,
      coalesce(o.rule_id::text, ''), coalesce(o.cashier_id, o.operator_id)::text, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, o.people, 0,
      case o.coupon_code when '' then o.discount else 0 end, 0, case o.coupon_code when '' then 0 else o.discount end
    from consume_order o
    join store s on s.org_code = o.org_code
    where o.seq > p_orders and (p_orders_until is null or o.seq <= p_orders_until)
      and o.state in ('paid', 'refunding', 'refunded') and o.consume_type <> 'TESTCARD'
$$;
