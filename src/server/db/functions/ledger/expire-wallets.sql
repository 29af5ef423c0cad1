-- Writes off the ended value of some members of one store; returns how many wallets changed. Runs as its owner, so it checks the scope
-- itself.
create or replace function expire_wallets(p_org_code text, p_members text[], p_now timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own record;
  changed integer := 0;
begin
  perform require_scope(p_org_code);
  perform 1 from member m where m.id = any (p_members) and m.org_code = p_org_code order by m.id for no key update;
  for own in
    select w.member_id, w.kind, w.project from wallet w
      where w.member_id = any (p_members) and w.org_code = p_org_code and w.ends_from <= p_now
      order by w.member_id, w.kind, w.project
  loop
    if write_off_ended(ledger_cause_of('expire', null, p_org_code, null, null, null, p_now), own.member_id, own.kind, own.project) > 0 then
      changed := changed + 1;
    end if;
  end loop;
  return changed;
end
$$;
