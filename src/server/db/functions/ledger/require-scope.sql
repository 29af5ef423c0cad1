-- Refuses a store outside the caller's scope. For functions that run as their owner, to whom row security may not apply.
create or replace function require_scope(p_org_code text) returns void language plpgsql stable as $$
begin
  if p_org_code collate "C" >= current_setting('pitlane.scope', true) and
      p_org_code collate "C" < current_setting('pitlane.scope_end', true) then
    return;
  end if;
  raise exception using errcode = 'insufficient_privilege',
    message = format('the ledger of %s is outside the scope: it violates row-level security', coalesce(p_org_code, 'no store'));
end
$$;
