-- The reasons why voiding a sale needs a manager's approval; empty where the cashier may void it alone. `amount`: more than the store's
-- limit is paid back. `ridden`: one of its rides has counted a lap or has ended. `level`: it raised the member's level, which a void does
-- not lower.
create or replace function void_approvals(p_kind text, p_order uuid, p_org_code text) returns text[] language sql stable as $$
  select array_remove(array[
    case when sale.amount > s.void_limit then 'amount' end,
    case when sale.ridden then 'ridden' end,
    case when sale.raises then 'level' end], null)
  from store s, lateral (
    select o.amount - o.refunded + case when o.deposit_returned_at is null then o.deposit else 0 end as amount,
        o.settles = '' and exists (select from run g
          where g.play_id = any (o.play_ids) and g.org_code = o.org_code and (g.laps_done > 0 or g.state = 'ENDED')) as ridden,
        false as raises
      from consume_order o where p_kind = 'consume' and o.id = p_order and o.org_code = p_org_code
    union all
    select o.amount - o.refunded, false, o.member_level <> ''
      from recharge_order o where p_kind = 'recharge' and o.id = p_order and o.org_code = p_org_code
  ) sale where s.org_code = p_org_code
$$;
