-- Gives back the use that an order took, once; returns the coupon as use_coupon does, or null where there is nothing to give back. Once no
-- use is taken, the coupon's minutes start again with its next use, because nobody was served by it.
create or replace function undo_coupon(p_org_code text, p_order uuid, p_now timestamptz) returns jsonb
language plpgsql as $$
declare
  given_back uuid;
  coupon group_coupon;
begin
  update group_coupon_use set undone_at = p_now
    where order_id = p_order and org_code = p_org_code and undone_at is null
    returning coupon_id into given_back;
  if not found then
    perform require_scope(p_org_code);
    return undo_code_of_chain(p_org_code, p_order);
  end if;
  select * into coupon from group_coupon where id = given_back and org_code = p_org_code for update;
  coupon.uses_made := coupon.uses_made - 1;
  coupon.verified_at := case when coupon.uses_made > 0 then coupon.verified_at end;
  update group_coupon set uses_made = coupon.uses_made, verified_at = coupon.verified_at, state = coupon_state(coupon, p_now)
    where id = coupon.id and org_code = p_org_code;
  return jsonb_build_object('id', coupon.id, 'code', coupon.code, 'name', coupon.name, 'value', coupon.value,
    'usesLeft', case coupon.uses_allowed when -1 then -1 else coupon.uses_allowed - coupon.uses_made end);
end
$$;
