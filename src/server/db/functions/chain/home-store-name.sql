-- The name of a visitor's store, which is out of the caller's scope; null for null.
create or replace function home_store_name(p_home text) returns text language plpgsql as $$
declare
  narrow text[];
  found_name text;
begin
  if p_home is null then
    return null;
  end if;
  narrow := widen_scope();
  found_name := (select s.name from store s where s.org_code = p_home);
  perform restore_scope(narrow);
  return found_name;
end
$$;
