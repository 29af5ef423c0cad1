-- Whether a code has the form of the codes of own coupons. Other codes beside a ride that no coupon pays are ignored.
create or replace function is_own_coupon(p_code text) returns boolean language sql immutable parallel safe as $$
  select upper(p_code) like 'C.%'
$$;
