-- The names of stores by their codes, without chains. The stores of a coupon are printed on it, also by a store that sees no other, so this function sees
-- all stores.
create or replace function names_of_stores(p_codes text[]) returns table (org_code text, name text)
language plpgsql as $$
#variable_conflict use_column
declare
  narrow constant text[] := widen_scope();
begin
  return query
    select s.org_code, s.name from store s where s.org_code = any (p_codes) and s.kind = 'store';
  perform restore_scope(narrow);
end
$$;
