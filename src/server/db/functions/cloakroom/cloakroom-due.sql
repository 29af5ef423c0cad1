-- The fee of a thing that is still due at a moment, in fen, and whether a scan payment of it is open. A payment covers the time until it, and
-- a quarter of an hour more, in which the thing is handed out.
create or replace function cloakroom_due(i cloakroom_item, p_now timestamptz, out due bigint, out is_paying boolean)
language sql stable as $$
  select case when o.state = 'paid' and o.paid_at > p_now - interval '15 minutes' then 0
      else greatest(0, cloakroom_fee(i, p_now) - case when o.state = 'paid' then o.amount else 0 end) end,
    coalesce(o.state = 'nopay', false)
  from (select 1) one left join consume_order o on o.id = i.order_id and o.org_code = i.org_code
$$;
