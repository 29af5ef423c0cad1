-- What a coupon is worth that pays a ride by a rule, in fen, for previews: refuses what `use_coupon` would refuse, and uses nothing.
create or replace function coupon_worth(p_org_code text, p_code text, p_rule uuid, p_member text, p_now timestamptz) returns bigint
language plpgsql stable as $$
declare
  field constant jsonb := '{"field": "groupNumber"}';
  coupon group_coupon;
  known record;
begin
  select * into coupon from group_coupon where code = p_code and org_code = p_org_code;
  if not found then
    select f.* into known from find_coupon_code(p_org_code, p_code) f;
    if found then
      perform refuse_coupon_code(known.own, known.batch, p_org_code, field, 'rule', p_member, p_rule, p_now);
      return (known.batch).value;
    end if;
  end if;
  perform refuse_coupon(coupon, p_rule, p_now);
  return coupon.value;
end
$$;
