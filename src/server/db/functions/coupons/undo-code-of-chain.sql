-- Gives back the own coupon that an order of a store has used: the code is as before the order, and nobody's unless it was issued. Returns
-- it as `undo_coupon` does; null where there is none. Sees all stores, as `take_code_of_chain` does.
create or replace function undo_code_of_chain(p_org_code text, p_order uuid) returns jsonb
language plpgsql as $$
declare
  narrow constant text[] := widen_scope();
  answer jsonb;
begin
  update coupon_code c set used_for = null, used_at = null, used_org = null,
      member_id = case when c.issued_at is not null then c.member_id end
    from coupon_batch b
    where c.used_for = p_order and coalesce(c.used_org, c.org_code) = p_org_code and b.id = c.batch_id and b.org_code = c.org_code
    returning jsonb_build_object('id', c.id, 'code', c.code, 'name', b.name, 'value', b.value, 'usesLeft', 1) into answer;
  perform restore_scope(narrow);
  return answer;
end
$$;
