-- The agreement of a kind that guests of a store sign now: the newest published by the store or, where it has none, by its nearest parent.
-- Parents are out of the caller's scope.
create or replace function current_agreement(p_org_code text, p_kind text default 'safety') returns agreement language plpgsql as $$
declare
  narrow constant text[] := widen_scope();
  found_text agreement;
begin
  select a.* into found_text from agreement a
    where p_org_code like a.org_code || '%' and a.org_code <> '' and a.published_at is not null and a.kind = p_kind
    order by length(a.org_code) desc, a.version desc limit 1;
  perform restore_scope(narrow);
  return found_text;
end
$$;
