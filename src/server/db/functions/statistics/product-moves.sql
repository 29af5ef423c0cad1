-- What was sold of products, gifts and coupons and what was refunded, by line, when the ledger took or returned their money: on its business day and in its
-- shift. `at` is that moment, by which callers narrow the rows. The amounts of a day sum up to the consumption of the type PRODUCT.
create or replace function product_moves()
returns table (org_code text, at timestamptz, day date, shift_id uuid, product_id uuid, sold bigint, refunded bigint, amount bigint)
language sql stable as $$
  select o.org_code, o.paid_at, e.business_day, e.shift_id, coalesce(l.product_id, l.gift_id, l.batch_id), l.pieces::bigint, 0::bigint, l.amount
    from consume_order o
    cross join lateral (
      select e.business_day, e.shift_id from ledger_line e
        where e.cause_id = o.id and e.org_code = o.org_code and e.cause_kind = 'consume' and e.account in ('cash', 'scan', 'balance', 'give', 'clearing')
        limit 1
    ) e
    join order_line l on l.order_id = o.id and l.org_code = o.org_code and l.kind = 'product'
    where o.goods > 0 and o.paid_at is not null
  union all
  -- A refund that its provider has refused is posted back as an adjustment.
  select f.org_code, f.ended_at, e.business_day, e.shift_id, coalesce(l.product_id, l.gift_id, l.batch_id), 0, r.pieces * e.sign, -r.amount * e.sign
    from refund_order f
    cross join lateral (
      select distinct on (e.cause_kind) e.business_day, e.shift_id, case e.cause_kind when 'adjust' then -1 else 1 end as sign from ledger_line e
        where e.cause_id = f.id and e.org_code = f.org_code and e.cause_kind in ('refund', 'adjust')
          and e.account in ('cash', 'scan', 'balance', 'give', 'clearing')
    ) e
    join refund_line r on r.refund_id = f.id and r.org_code = f.org_code
    join order_line l on l.id = r.line_id and l.org_code = r.org_code
    where f.goods > 0 and f.ended_at is not null
$$;
