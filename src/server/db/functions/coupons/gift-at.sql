-- The gift that a batch of gift coupons hands out at a store: its own, at another store the gift of the same name. Null where there is
-- none. Called by functions that see all stores.
create or replace function gift_at(b coupon_batch, p_org_code text) returns uuid language sql stable as $$
  select g.id from gift own join gift g on g.name = own.name and g.org_code = p_org_code
    where own.id = b.gift_id and own.org_code = b.org_code
$$;
