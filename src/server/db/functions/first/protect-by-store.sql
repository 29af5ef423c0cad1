-- Row-level security by store: a transaction sees the rows whose `org_code` is within its scope. Comparison by bytes (collate "C") and a
-- range instead of LIKE let an index on org_code serve the policy. An unset setting is null and shows no rows.
create or replace function protect_by_store(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy store_scope on %s for all
       using (org_code >= current_setting(''pitlane.scope'', true) and org_code < current_setting(''pitlane.scope_end'', true))
       with check (org_code >= current_setting(''pitlane.scope'', true) and org_code < current_setting(''pitlane.scope_end'', true))',
    target);
end
$$;
revoke execute on function protect_by_store(regclass) from public;
