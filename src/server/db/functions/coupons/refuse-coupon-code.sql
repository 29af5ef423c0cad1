-- Refuses where a code of a store's own coupons cannot be used at a moment; returns otherwise. The locks of the caller decide how long that
-- holds.
create or replace function refuse_coupon_code(
  p_code coupon_code, p_batch coupon_batch,
  -- The store where it is used.
  p_org_code text,
  /* {field}: the input field that the refusal is about. */
  p_about jsonb,
  p_kind text,
  -- The member it is used for; null: nobody is named.
  p_member text,
  -- The rule of the ride; null: not checked.
  p_rule uuid,
  p_now timestamptz
) returns void language plpgsql stable as $$
declare
  wire constant text := 'YYYY-MM-DD HH24:MI:SS';
  owner text;
begin
  if p_code.id is null then
    perform refuse('coupons.notFound', p_about);
  end if;
  if p_code.returned_by is not null then
    perform refuse('couponCodes.returned', p_about);
  elsif p_code.reserved then
    perform refuse('couponCodes.unpaid', p_about);
  end if;
  case coupon_code_state(p_code, p_batch, p_now)
    when 'void' then
      perform refuse('couponCodes.void', p_about || jsonb_build_object('reason', p_code.void_reason));
    when 'used' then
      perform refuse('couponCodes.used', p_about
        || jsonb_build_object('time', to_char(p_code.used_at at time zone 'Asia/Shanghai', wire)));
    when 'expired' then
      perform refuse('coupons.expired', p_about
        || jsonb_build_object('time', to_char(coupon_code_ends_at(p_code, p_batch) at time zone 'Asia/Shanghai', wire)));
    else null;
  end case;
  if not p_batch.active then
    perform refuse('couponCodes.inactive', p_about);
  elsif p_batch.valid_from > p_now then
    perform refuse('couponCodes.notYet', p_about
      || jsonb_build_object('time', to_char(p_batch.valid_from at time zone 'Asia/Shanghai', wire)));
  elsif p_batch.kind <> p_kind then
    perform refuse(case p_batch.kind when 'value' then 'couponCodes.forValue' when 'gift' then 'couponCodes.forGift'
      when 'discount' then 'couponCodes.forDiscount' else 'couponCodes.forRide' end, p_about);
  elsif p_rule is not null and p_batch.rule_ids <> '{}' and not p_rule = any (p_batch.rule_ids) then
    perform refuse('coupons.otherRule', p_about || jsonb_build_object('rules', (select string_agg(r.name, ', ' order by r.index_number)
      from consume_rule r where r.id = any (p_batch.rule_ids) and r.org_code = p_org_code)));
  end if;
  if p_code.member_id is not null then
    if p_member is null then
      perform refuse('couponCodes.memberRequired', p_about);
    end if;
    select coalesce(m.merged_into, m.id) into owner from member m where m.id = p_code.member_id and m.org_code = p_org_code;
    -- Null: a member of another store.
    if owner is distinct from p_member then
      perform refuse('couponCodes.otherMember', p_about);
    end if;
  end if;
end
$$;
