-- What a discount coupon takes off the price of an order, for quotes: refuses what a charge would refuse, and uses nothing.
create or replace function discount_worth(
  p_org_code text, p_code text, p_rule uuid, p_consume_type text, p_price bigint, p_member text,
  /* Of the whole order. */ p_level_discount bigint,
  p_now timestamptz
) returns bigint language plpgsql stable as $$
declare
  known record;
  off constant bigint := coupon_off(p_org_code, p_code, p_consume_type, p_price);
begin
  select f.* into known from find_coupon_code(p_org_code, p_code) f;
  perform refuse_coupon_code(known.own, known.batch, p_org_code, '{"field": "groupNumber"}', 'discount', p_member, p_rule, p_now);
  perform refuse_discount(off, p_level_discount);
  return off;
end
$$;
