-- What a code of the store's discount coupons takes off the price of an order; 0 for other codes and types of rides. It never changes.
create or replace function coupon_off(
  p_org_code text, p_code text, p_consume_type text,
  /* Of the whole order, without a level discount. */ p_price bigint
) returns bigint language plpgsql stable as $$
begin
  if p_consume_type <> all ('{BALANCE,BALANCEANDINTEGRAL,NOCARDCONSUME}'::text[]) or is_own_coupon(p_code) is not true then
    return 0;
  end if;
  return coalesce((select coupon_discount((f.batch).percent, (f.batch).value, p_price)
    from find_coupon_code(p_org_code, p_code) f where (f.batch).kind = 'discount'), 0);
end
$$;
