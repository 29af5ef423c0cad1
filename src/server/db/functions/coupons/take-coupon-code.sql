-- Uses a code of a store's own coupons for an order or redemption, once; returns {id, code, name, value, giftId, giftCount}. Of
-- concurrent callers one gets it; the others wait for its transaction and are refused.
--
-- Lock order: the code, then its batch. Issuing locks the batch first, but waits for no code.
create or replace function take_coupon_code(
  p_org_code text, p_code text, p_about jsonb, p_kind text, p_member text, p_rule uuid, p_for uuid, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  taken coupon_code;
  batch coupon_batch;
begin
  select c.* into taken from coupon_code c where c.code = upper(p_code) and c.org_code = p_org_code for update;
  select b.* into batch from coupon_batch b where b.id = taken.batch_id and b.org_code = p_org_code;
  perform refuse_coupon_code(taken, batch, p_about, p_kind, p_member, p_rule, p_now);
  if taken.member_id is null and p_member is not null and batch.per_member > 0 then
    -- Serializes whatever gives a member a code of the batch.
    perform 1 from coupon_batch b where b.id = batch.id and b.org_code = p_org_code for no key update;
    if coupons_of_member(batch.id, p_org_code, p_member) >= batch.per_member then
      perform refuse('couponCodes.perMember', p_about || jsonb_build_object('limit', batch.per_member));
    end if;
  end if;
  update coupon_code c set used_for = p_for, used_at = p_now, member_id = coalesce(c.member_id, p_member)
    where c.id = taken.id and c.org_code = p_org_code;
  return jsonb_build_object('id', taken.id, 'code', taken.code, 'name', batch.name, 'value', batch.value,
    'giftId', batch.gift_id, 'giftCount', batch.gift_count);
end
$$;
