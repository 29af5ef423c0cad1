-- Adds experience to a member and raises the level it reaches; returns the level's code where it is new. All gains of experience go through
-- here. `call` names the caller for the audit trail.
create or replace function add_experience(p_member text, p_org text, p_points bigint, p_now timestamptz, call jsonb default '{}')
returns text language plpgsql as $$
begin
  if p_points > 0 then
    -- Locks the row, so that a concurrent call sees this experience and level.
    update member set experience = experience + p_points where id = p_member and org_code = p_org;
    return raise_level(p_member, p_org, p_now, call);
  end if;
  return null;
end
$$;
