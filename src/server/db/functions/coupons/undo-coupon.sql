-- Gives back the use that an order took, once; returns the coupon as use_coupon does, or null where there is nothing to give back. Once no
-- use is taken, the coupon's minutes start again with its next use, because nobody was served by it.
create or replace function undo_coupon(p_org_code text, p_order uuid, p_now timestamptz) returns jsonb
language plpgsql as $$
declare
  given_back uuid;
  coupon group_coupon;
  answer jsonb;
begin
  update group_coupon_use set undone_at = p_now
    where order_id = p_order and org_code = p_org_code and undone_at is null
    returning coupon_id into given_back;
  if not found then
    -- One of the store's own coupons: it is as before the order, and nobody's unless it was issued.
    update coupon_code c set used_for = null, used_at = null, member_id = case when c.issued_at is not null then c.member_id end
      from coupon_batch b
      where c.used_for = p_order and c.org_code = p_org_code and b.id = c.batch_id and b.org_code = c.org_code
      returning jsonb_build_object('id', c.id, 'code', c.code, 'name', b.name, 'value', b.value, 'usesLeft', 1) into answer;
    return answer;
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
