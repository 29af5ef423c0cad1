-- When a code ends that a member gets at a moment; null: with its batch.
create or replace function issued_until(b coupon_batch, p_now timestamptz) returns timestamptz language sql stable as $$
  select case when b.valid_days > 0 then day_ends(b.org_code, business_day(b.org_code, p_now) + b.valid_days) end
$$;
