-- Takes one use of a coupon for an order, and starts its minutes if they are not running; returns {id, code, name, value, usesLeft}, where
-- usesLeft -1 is unlimited. Of concurrent callers for the last use one gets it. The code is a group coupon's or one of the store's own.
--
-- The coupon's row stays locked until the order commits, so a failed order returns the use by its rollback.
create or replace function use_coupon(
  p_org_code text, p_code text, p_order uuid, p_now timestamptz,
  -- The rule of the ride; null: not checked.
  p_rule uuid default null,
  -- The member of the ride; null: nobody is named.
  p_member text default null
) returns jsonb language plpgsql as $$
declare
  field constant jsonb := '{"field": "groupNumber"}';
  coupon group_coupon;
begin
  select * into coupon from group_coupon where code = p_code and org_code = p_org_code for update;
  if not found and exists (select from find_coupon_code(p_org_code, p_code)) then
    return take_coupon_code(p_org_code, p_code, field, 'rule', p_member, p_rule, p_order, p_now) || '{"usesLeft": 0}';
  end if;
  perform refuse_coupon(coupon, p_rule, p_now);
  coupon.uses_made := coupon.uses_made + 1;
  coupon.verified_at := coalesce(coupon.verified_at, p_now);
  update group_coupon set uses_made = coupon.uses_made, verified_at = coupon.verified_at, state = coupon_state(coupon, p_now)
    where id = coupon.id and org_code = p_org_code;
  insert into group_coupon_use (order_id, org_code, coupon_id, used_at) values (p_order, p_org_code, coupon.id, p_now);
  return jsonb_build_object('id', coupon.id, 'code', coupon.code, 'name', coupon.name, 'value', coupon.value,
    'usesLeft', case coupon.uses_allowed when -1 then -1 else coupon.uses_allowed - coupon.uses_made end);
end
$$;
