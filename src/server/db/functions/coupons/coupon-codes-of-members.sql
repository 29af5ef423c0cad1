-- The codes that are valid at a store and belong to members of it, each with its batch and the gift of the store. The batches may belong to
-- another store, so this function sees all stores.
create or replace function coupon_codes_of_members(p_org_code text, p_members text[])
returns table (own coupon_code, batch coupon_batch, gift_id uuid)
language plpgsql as $$
#variable_conflict use_column
declare
  narrow constant text[] := widen_scope();
begin
  return query
    select c, b, gift_at(b, p_org_code)
      from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code
      where c.member_id = any (p_members) and not c.reserved and is_valid_at(b, p_org_code);
  perform restore_scope(narrow);
end
$$;
