-- What a discount coupon takes off a price, in fen: a percentage, rounded half up, or its value, and never more than the price. Same as
-- couponDiscount in src/shared/features/coupons/coupon-discount.calc.ts; a test compares them.
create or replace function coupon_discount(p_percent integer, p_value bigint, p_price bigint) returns bigint
language sql immutable parallel safe as $$
  select case when p_percent > 0 then (p_price * p_percent + 50) / 100 else least(p_value, p_price) end
$$;
