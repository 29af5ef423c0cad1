-- The agreement of a kind that guests of a store sign now: the newest published by the store or, where it has none, by its nearest parent.
-- Parents are out of the caller's scope, which is widened for this query and restored.
create or replace function current_agreement(p_org_code text, p_kind text default 'safety') returns agreement language plpgsql as $$
declare
  scope constant text := current_setting('pitlane.scope', true);
  scope_end constant text := current_setting('pitlane.scope_end', true);
  was_set text;
  found_text agreement;
begin
  was_set := set_config('pitlane.scope', '', true);
  was_set := set_config('pitlane.scope_end', '~', true);
  select a.* into found_text from agreement a
    where p_org_code like a.org_code || '%' and a.org_code <> '' and a.published_at is not null and a.kind = p_kind
    order by length(a.org_code) desc, a.version desc limit 1;
  was_set := set_config('pitlane.scope', coalesce(scope, ''), true);
  was_set := set_config('pitlane.scope_end', coalesce(scope_end, ''), true);
  return found_text;
end
$$;
