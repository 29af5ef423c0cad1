-- The fee of a thing that is still due at a moment, in fen, and whether a scan payment of it is open. Payments cover the time until the last
-- of them, and a quarter of an hour more, in which the thing is handed out.
create or replace function cloakroom_due(i cloakroom_item, p_now timestamptz, out due bigint, out is_paying boolean)
language sql stable as $$
  select case when max(o.paid_at) filter (where o.state = 'paid') > p_now - interval '15 minutes' then 0
      else greatest(0, cloakroom_fee(i, p_now) - coalesce(sum(o.amount) filter (where o.state = 'paid'), 0))::bigint end,
    coalesce(bool_or(o.state = 'nopay'), false)
  from consume_order o where o.id = any(i.earlier_order_ids || i.order_id) and o.org_code = i.org_code
$$;
