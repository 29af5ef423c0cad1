-- Refuses where a coupon cannot be used for a rule at a moment; returns otherwise.
create or replace function refuse_coupon(p_coupon group_coupon, p_rule uuid, p_now timestamptz) returns void
language plpgsql stable as $$
declare
  field constant jsonb := '{"field": "groupNumber"}';
begin
  if p_coupon.id is null then
    perform refuse('coupons.notFound', field);
  end if;
  if p_coupon.releasing then
    perform refuse('coupons.releasing', field);
  end if;
  case coupon_state(p_coupon, p_now)
    when 'used' then
      perform refuse('coupons.used', field || jsonb_build_object('count', p_coupon.uses_made));
    when 'expired' then
      perform refuse('coupons.expired', field || jsonb_build_object('time',
        to_char(coupon_ends_at(p_coupon) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')));
    else null;
  end case;
  if p_rule is not null and p_coupon.rule_ids <> '{}' and not p_rule = any (p_coupon.rule_ids) then
    perform refuse('coupons.otherRule', field || jsonb_build_object('rules', (select string_agg(r.name, ', ' order by r.index_number)
      from consume_rule r where r.id = any (p_coupon.rule_ids) and r.org_code = p_coupon.org_code)));
  end if;
end
$$;
