-- A coupon's state at a moment: used up, past its end, or good for at least one more use.
create or replace function coupon_state(c group_coupon, p_now timestamptz) returns text language sql stable as $$
  select case when c.uses_allowed >= 0 and c.uses_made >= c.uses_allowed then 'used'
    when coupon_ends_at(c) <= p_now then 'expired' else 'unused' end
$$;
