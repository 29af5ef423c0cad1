create or replace function next_org_code(p_parent text) returns text language plpgsql as $$
declare
  given integer;
  taken integer;
begin
  -- No sibling is out of scope: a caller who adds below a parent sees the whole parent.
  select coalesce(max((ascii(left(right(org_code, 3), 1)) - 65) * 99 + right(org_code, 2)::integer), 0) into taken
  from store
  where left(org_code, -3) = p_parent and length(org_code) = length(p_parent) + 3 and right(org_code, 3) ~ '^[A-Z][0-9]{2}$';
  insert into store_counter as c (parent_code, last_number) values (p_parent, taken + 1)
  on conflict (parent_code) do update set last_number = greatest(c.last_number, taken) + 1
  returning last_number into given;
  return p_parent || chr(65 + (given - 1) / 99) || lpad(((given - 1) % 99 + 1)::text, 2, '0');
end
$$;
