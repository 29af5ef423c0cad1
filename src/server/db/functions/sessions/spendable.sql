-- What a member can spend now, {balance, give, integral, laps, coins, visits: {project: visits}, unlimited: [project]}, without holds, cards
-- whose uses pending rides hold, and ended value. A caller that spends it has locked the member.
create or replace function spendable(p_org_code text, p_member text, p_now timestamptz) returns jsonb
language plpgsql as $$
declare
  has jsonb := '{"balance": 0, "give": 0, "integral": 0, "laps": 0, "coins": 0}';
  visits jsonb := '{}';
  part wallet;
begin
  for part in select w.* from wallet w where w.member_id = p_member and w.org_code = p_org_code loop
    if part.kind = 'frequency' then
      visits := visits || jsonb_build_object(part.project, free_value(part, p_now));
    else
      has := has || jsonb_build_object(part.kind, free_value(part, p_now));
    end if;
  end loop;
  return has || jsonb_build_object('visits', visits, 'unlimited', (
    select coalesce(jsonb_agg(p.project_type), '[]') from member_project p
      where p.member_id = p_member and p.org_code = p_org_code and p.unlimited_name <> '' and p.unlimited_uses <> 0
        and (p.unlimited_until > p_now) is not false
        and (p.unlimited_uses = -1 or p.unlimited_uses > reserved_uses(p_org_code, p_member, p.project_type))));
end
$$;
