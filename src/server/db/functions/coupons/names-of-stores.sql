-- The names of stores by their codes, without chains. The stores of a coupon are printed on it, also by a store that sees no other, so this function sees
-- all stores.
create or replace function names_of_stores(p_codes text[]) returns table (org_code text, name text)
language sql stable set pitlane.scope = '' set pitlane.scope_end = '~' as $$
  select s.org_code, s.name from store s where s.org_code = any (p_codes) and s.kind = 'store'
$$;
