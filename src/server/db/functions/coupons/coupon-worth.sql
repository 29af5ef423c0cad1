-- What a coupon is worth that pays a ride by a rule, in fen, for previews: refuses what `use_coupon` would refuse, and uses nothing.
create or replace function coupon_worth(p_org_code text, p_code text, p_rule uuid, p_member text, p_now timestamptz) returns bigint
language plpgsql stable as $$
declare
  field constant jsonb := '{"field": "groupNumber"}';
  coupon group_coupon;
  own coupon_code;
  batch coupon_batch;
begin
  select * into coupon from group_coupon where code = p_code and org_code = p_org_code;
  if not found then
    select c.* into own from coupon_code c where c.code = upper(p_code) and c.org_code = p_org_code;
    if found then
      select b.* into batch from coupon_batch b where b.id = own.batch_id and b.org_code = p_org_code;
      perform refuse_coupon_code(own, batch, field, 'rule', p_member, p_rule, p_now);
      return batch.value;
    end if;
  end if;
  perform refuse_coupon(coupon, p_rule, p_now);
  return coupon.value;
end
$$;
