-- Adds to a member's experience, and the level that it reaches; answers the level's code where that is new. Every gain of
-- experience goes through here. `call` says who did it, for the trail.
create or replace function add_experience(p_member text, p_org text, p_points bigint, p_now timestamptz, call jsonb default '{}')
returns text language plpgsql as $$
begin
  if p_points > 0 then
    -- Locks the row: who comes next finds this experience and the level that it gave.
    update member set experience = experience + p_points where id = p_member and org_code = p_org;
    return raise_level(p_member, p_org, p_now, call);
  end if;
  return null;
end
$$;
