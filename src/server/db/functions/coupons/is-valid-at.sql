-- Whether the codes of a batch are valid at a store: its own, or one that it names.
create or replace function is_valid_at(b coupon_batch, p_org_code text) returns boolean language sql immutable parallel safe as $$
  select b.org_code = p_org_code or p_org_code = any (b.store_codes)
$$;
