-- The code that is valid at a store, with its batch and, where it is good for a gift, that gift of the store; no row for other codes.
--
-- The batch may belong to another store of the chain or to the chain, so this function sees all stores. It returns one row at most, to
-- a caller who knows the code.
create or replace function find_coupon_code(p_org_code text, p_code text)
returns table (own coupon_code, batch coupon_batch, gift_id uuid)
language plpgsql as $$
#variable_conflict use_column
declare
  narrow constant text[] := widen_scope();
begin
  return query
    select c, b, gift_at(b, p_org_code)
      from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code
      where c.code = upper(p_code) and is_valid_at(b, p_org_code);
  perform restore_scope(narrow);
end
$$;
