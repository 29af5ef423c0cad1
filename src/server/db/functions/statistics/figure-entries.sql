-- Ledger entries that are business with customers, with all dimensions of the statistics. Floats, corrections and expired value are
-- excluded. An entry of an order with rides and products has a line for each: products have a type of their own, and no rule and rides.
-- `at` is when it counts: a charge when it was paid, as its order and runs do, even if a terminal sent it later. That is never after
-- `written_at`.
create or replace function figure_entries()
returns table (
  seq bigint, written_at timestamptz, at timestamptz, org_code text, day date, hour text, type text, rule text, cashier text, cause_id uuid, cause_kind text, account text,
  delta bigint, /* The charge and its rides; null: no charge. */ order_id uuid, rides uuid[], is_recharge boolean,
  /* Value taken by it is consumption. */ is_charge boolean
) language sql stable as $$
  select l.seq, l.created_at, counted.at, l.org_code, l.business_day,
      -- Any other entry that was written on another day counts for no hour.
      case when business_day(l.org_code, counted.at) = l.business_day then to_char(counted.at at time zone s.time_zone, 'HH24') else '' end,
      coalesce(case when part.of_goods then 'PRODUCT' end, o.consume_type,
        case r.kind when 'card' then 'CARD' when 'recharge' then 'RECHARGE' end,
        case when l.cause_kind in ('bookDeposit', 'bookReturn', 'bookKept') then 'BOOKING'
          when l.cause_kind in ('coinOut', 'coinBack') then 'COINOUT'
          when l.cause_kind in ('eventFee', 'eventBack') then 'EVENT' end, ''),
      coalesce(case when not part.of_goods then o.rule_id::text end, r.rule_id::text, ''), coalesce(l.cashier_id::text, l.operator_id::text, ''),
      l.cause_id, l.cause_kind::text, entry.account, part.delta, o.id, case when part.of_goods then '{}' else o.play_ids end,
      r.id is not null, o.id is not null or l.cause_kind in ('coinOut', 'coinBack', 'eventFee', 'eventBack')
    from ledger_line l
    join store s on s.org_code = l.org_code
    left join refund_order b on b.id = l.cause_id and b.org_code = l.org_code and l.cause_kind in ('refund', 'adjust')
    left join consume_order d on d.deposit_return_id = l.cause_id and d.org_code = l.org_code and l.cause_kind = 'depositReturn'
    left join consume_order o on o.org_code = l.org_code
      and o.id = case when l.cause_kind = 'consume' then l.cause_id when l.cause_kind = 'depositReturn' then d.id
        when b.order_kind = 'consume' then b.order_id end
    cross join lateral (select case l.cause_kind when 'consume' then coalesce(o.paid_at, l.created_at) else l.created_at end as at) counted
    left join recharge_order r on r.org_code = l.org_code
      and r.id = case when l.cause_kind = 'recharge' then l.cause_id when b.order_kind = 'recharge' then b.order_id end
    -- A clearing entry is the consumption of the store of the ride; the wallet's entry at the member's store is none.
    cross join lateral (select case l.account when 'clearing' then l.project else l.account::text end as account,
      case l.account when 'clearing' then -l.delta else l.delta end as delta) entry
    cross join lateral (select coalesce(case when o.goods > 0 then goods_part(entry.account, l.cause_kind::text, o, b) end, 0) as delta) goods
    cross join lateral (
      select false as of_goods, entry.delta - goods.delta as delta where entry.delta <> goods.delta or goods.delta = 0
      union all select true, goods.delta where goods.delta <> 0
    ) part
    where (l.cause_kind in ('consume', 'recharge', 'refund', 'depositReturn', 'bookDeposit', 'bookReturn', 'bookKept',
        'coinOut', 'coinBack', 'eventFee', 'eventBack')
      or l.cause_kind = 'adjust' and b.id is not null) and (l.other_org_code is null or l.account = 'clearing')
$$;
