-- Uses a code of own coupons for an order or redemption at a store, once; returns {id, code, name, value, giftId, giftCount}. Of
-- concurrent callers, also of other stores, one gets it; the others wait for its transaction and are refused.
--
-- Lock order: the code, then its batch. Issuing locks the batch first, but waits for no code.
create or replace function take_coupon_code(
  p_org_code text, p_code text, p_about jsonb, p_kind text, p_member text, p_rule uuid, p_for uuid, p_now timestamptz
) returns jsonb language plpgsql as $$
begin
  -- The other function sees all stores.
  perform require_scope(p_org_code);
  return take_code_of_chain(p_org_code, p_code, p_about, p_kind, p_member, p_rule, p_for, p_now);
end
$$;
