-- What each line of the ledger and each paid order means in statistics: the one place where that is said (decision 0025). Between two
-- marks; null: as far as there are any. Lines that are no business with customers (floats, corrections, what expired) mean nothing.
create or replace function figure_facts(p_ledger bigint, p_ledger_until bigint, p_orders bigint, p_orders_until bigint)
returns table (
  org_code text, day date, hour text, type text, rule text, cashier text, cash bigint, scan bigint, deposit bigint, refunded bigint,
  recharges bigint, balance bigint, give bigint, coupons bigint, integral bigint, laps bigint, visits bigint, unlimited bigint,
  orders bigint, people bigint, recharge_orders bigint
) language sql stable as $$
  select l.org_code, l.business_day,
      -- What arrived late belongs to its day, and to no hour that anybody knows.
      case when business_day(l.org_code, l.created_at) = l.business_day then to_char(l.created_at at time zone s.time_zone, 'HH24') else '' end,
      coalesce(o.consume_type, case r.kind when 'card' then 'CARD' when 'recharge' then 'RECHARGE' end, ''),
      coalesce(o.rule_id::text, r.rule_id::text, ''), coalesce(l.cashier_id::text, l.operator_id::text, ''),
      case l.account when 'cash' then l.delta else 0 end,
      case l.account when 'scan' then l.delta else 0 end,
      case l.account when 'deposit' then l.delta else 0 end,
      case when l.account in ('cash', 'scan') and l.cause_kind in ('refund', 'adjust') then -l.delta else 0 end,
      case when l.account in ('cash', 'scan') and r.id is not null then l.delta else 0 end,
      case when l.account = 'balance' and o.id is not null then -l.delta else 0 end,
      case when l.account = 'give' and o.id is not null then -l.delta else 0 end,
      case when l.account = 'coupon' and o.id is not null then l.delta else 0 end,
      case when l.account = 'integral' and o.id is not null then -l.delta else 0 end,
      case when l.account = 'laps' and o.id is not null then -l.delta else 0 end,
      case when l.account = 'frequency' and o.id is not null then -l.delta else 0 end,
      case when l.account = 'unlimited' and o.id is not null then -l.delta else 0 end,
      0, 0, case when l.account in ('cash', 'scan') and l.cause_kind = 'recharge' then 1 else 0 end
    from ledger_line l
    join store s on s.org_code = l.org_code
    left join refund_order b on b.id = l.cause_id and b.org_code = l.org_code and l.cause_kind in ('refund', 'adjust')
    left join consume_order d on d.deposit_return_id = l.cause_id and d.org_code = l.org_code and l.cause_kind = 'depositReturn'
    left join consume_order o on o.org_code = l.org_code
      and o.id = case when l.cause_kind = 'consume' then l.cause_id when l.cause_kind = 'depositReturn' then d.id
        when b.order_kind = 'consume' then b.order_id end
    left join recharge_order r on r.org_code = l.org_code
      and r.id = case when l.cause_kind = 'recharge' then l.cause_id when b.order_kind = 'recharge' then b.order_id end
    where l.seq > p_ledger and (p_ledger_until is null or l.seq <= p_ledger_until)
      and (l.cause_kind in ('consume', 'recharge', 'refund', 'depositReturn') or l.cause_kind = 'adjust' and b.id is not null)
  union all
  select o.org_code, business_day(o.org_code, o.paid_at), to_char(o.paid_at at time zone s.time_zone, 'HH24'), o.consume_type,
      o.rule_id::text, coalesce(o.cashier_id, o.operator_id)::text, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, o.people, 0
    from consume_order o
    join store s on s.org_code = o.org_code
    where o.seq > p_orders and (p_orders_until is null or o.seq <= p_orders_until)
      and o.state in ('payed', 'refunding', 'refunded')
$$;
