-- The state of a store's own coupon at a moment.
create or replace function coupon_code_state(c coupon_code, b coupon_batch, p_now timestamptz) returns text language sql immutable as $$
  select case when c.voided_at is not null or c.returned_by is not null then 'void' when c.used_at is not null then 'used'
    when coupon_code_ends_at(c, b) <= p_now then 'expired' else 'unused' end
$$;
