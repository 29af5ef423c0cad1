-- Until when a coupon is good: its date, or the end of its minutes since it was verified, whichever comes first; null: for good.
create or replace function coupon_ends_at(c group_coupon) returns timestamptz language sql stable as $$
  select least(c.valid_until, case when c.minutes > 0 then c.verified_at + make_interval(mins => c.minutes) end)
$$;
