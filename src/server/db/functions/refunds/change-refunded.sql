-- Says of an order how much of it has been given back, and what that makes of it: an order without money is given back whole.
create or replace function change_refunded(
  p_kind text, p_order uuid, p_org_code text, p_delta bigint, p_state text, p_by text, p_now timestamptz
) returns void
language plpgsql as $$
declare
  charged consume_order;
  recharged recharge_order;
begin
  if p_kind = 'consume' then
    update consume_order o set refunded = o.refunded + p_delta,
        state = case when p_state = 'refunded' and o.refunded + p_delta < o.amount then 'payed' else p_state end
      where o.id = p_order and o.org_code = p_org_code
      returning o.* into charged;
    if charged.state = 'refunded' then
      -- Nobody rides any more for what was given back.
      update queue_entry q set state = 'CANCELLED', end_reason = 'refunded', updated_at = p_now, updated_by = p_by
        where q.play_id = any (charged.play_ids) and q.org_code = p_org_code and q.state in ('WAITING', 'CALLED');
    end if;
  else
    update recharge_order o set refunded = o.refunded + p_delta,
        state = case when p_state = 'refunded' and o.refunded + p_delta < o.amount then 'payed' else p_state end
      where o.id = p_order and o.org_code = p_org_code
      returning o.* into recharged;
    if recharged.state = 'refunded' then
      -- The trial that it was linked to is unpaid again; an old one escapes with the next pass of the clock.
      update play_before_pay p set state = 'GUADAN', recharge_id = null, member_id = null, settled_at = null, settled_by = null
        where p.recharge_id = p_order and p.org_code = p_org_code and p.state = 'RECHARGED';
    end if;
  end if;
end
$$;
