-- The price of a charge in fen, without the deposit. Same as priceOf in src/shared/features/sessions/charge-lines.calc.ts; a property test
-- compares them.
create or replace function price_of(
  p_consume_type text, p_price_mode text,
  /* Of the rule, after the level discount. */
  p_price bigint,
  p_people integer,
  /* Of the coupon that pays; null without one. */
  p_coupon_value bigint default null,
  /* What a discount coupon takes off the price of the order. */
  p_off bigint default 0
) returns bigint language sql immutable parallel safe as $$
  select case when p_consume_type in ('BALANCE', 'BALANCEANDINTEGRAL', 'NOCARDCONSUME', 'GIFT') then p_price * charged_people(p_price_mode, p_people) - p_off
    when p_consume_type = 'GROUPCOUPON' then coalesce(p_coupon_value, 0) else 0 end
$$;
