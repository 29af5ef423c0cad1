-- Implements `take_coupon_code`. The batch of the code may belong to another store of the chain or to the chain, so this function sees all
-- stores; it changes the one row whose code the caller knows.
create or replace function take_code_of_chain(
  p_org_code text, p_code text, p_about jsonb, p_kind text, p_member text, p_rule uuid, p_for uuid, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  narrow constant text[] := widen_scope();
  known record;
  taken coupon_code;
  batch coupon_batch;
begin
  select f.* into known from find_coupon_code(p_org_code, p_code) f;
  batch := known.batch;
  select c.* into taken from coupon_code c where c.id = (known.own).id and c.org_code = (known.own).org_code for update;
  perform refuse_coupon_code(taken, batch, p_org_code, p_about, p_kind, p_member, p_rule, p_now);
  if batch.kind = 'gift' and known.gift_id is null then
    perform refuse('couponCodes.giftMissing', p_about);
  end if;
  if taken.member_id is null and p_member is not null and batch.per_member > 0 then
    -- Serializes whatever gives a member a code of the batch.
    perform 1 from coupon_batch b where b.id = batch.id and b.org_code = batch.org_code for no key update;
    if coupons_of_member(batch.id, batch.org_code, p_member) >= batch.per_member then
      perform refuse('couponCodes.perMember', p_about || jsonb_build_object('limit', batch.per_member));
    end if;
  end if;
  update coupon_code c set used_for = p_for, used_at = p_now, member_id = coalesce(c.member_id, p_member),
      used_org = nullif(p_org_code, c.org_code)
    where c.id = taken.id and c.org_code = taken.org_code;
  perform restore_scope(narrow);
  return jsonb_build_object('id', taken.id, 'code', taken.code, 'name', batch.name, 'value', batch.value,
    'giftId', known.gift_id, 'giftCount', batch.gift_count);
end
$$;
