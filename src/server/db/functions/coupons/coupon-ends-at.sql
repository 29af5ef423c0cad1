-- When a coupon ends: its date, or its minutes after verification, whichever is first; null: never.
create or replace function coupon_ends_at(c group_coupon) returns timestamptz language sql stable as $$
  select least(c.valid_until, case when c.minutes > 0 then c.verified_at + make_interval(mins => c.minutes) end)
$$;
