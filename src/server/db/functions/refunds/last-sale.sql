-- The newest sale of a counter that is not refunded, as {kind, id, soldAt}; null where none was paid within a day. A counter is an enrolled
-- terminal, or a user without one. Sales with a full or a pending refund do not count.
create or replace function last_sale(p_org_code text, p_terminal uuid, p_operator uuid, p_now timestamptz) returns jsonb
language sql stable as $$
  select jsonb_build_object('kind', sale.kind, 'id', sale.id, 'soldAt', sale.paid_at) from (
    select 'consume' as kind, o.id, o.paid_at from consume_order o
      where o.org_code = p_org_code and o.created_at > p_now - interval '1 day' and o.state = 'paid'
        and o.terminal_id is not distinct from p_terminal and (p_terminal is not null or o.operator_id = p_operator)
    union all
    select 'recharge', o.id, o.paid_at from recharge_order o
      where o.org_code = p_org_code and o.created_at > p_now - interval '1 day' and o.state = 'paid'
        and o.terminal_id is not distinct from p_terminal and (p_terminal is not null or o.operator_id = p_operator)
  ) sale order by sale.paid_at desc, sale.id desc limit 1
$$;
