-- When a code of a store's own coupons ends: with its batch or by its own days, whichever is first; null: never.
create or replace function coupon_code_ends_at(c coupon_code, b coupon_batch) returns timestamptz language sql immutable as $$
  select least(b.valid_until, c.valid_until)
$$;
