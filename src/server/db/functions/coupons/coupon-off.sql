-- What a code of the store's discount coupons takes off the price of an order; 0 for other codes and types of rides. It never changes.
create or replace function coupon_off(
  p_org_code text, p_code text, p_consume_type text,
  /* Of the whole order, without a level discount. */ p_price bigint
) returns bigint language plpgsql stable as $$
begin
  if p_consume_type <> all ('{BALANCE,BALANCEANDINTEGRAL,NOCARDCONSUME}'::text[]) or is_own_coupon(p_code) is not true then
    return 0;
  end if;
  return coalesce((select coupon_discount(b.percent, b.value, p_price)
    from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code
    where c.code = upper(p_code) and c.org_code = p_org_code and b.kind = 'discount'), 0);
end
$$;
