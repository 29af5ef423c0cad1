-- Refuses deleting a level that members have, or rules, exchange rates or events require.
create or replace function require_level_unused() returns trigger language plpgsql as $$
begin
  if exists (select from member m where m.org_code = old.org_code and m.member_level = old.code) then
    perform refuse('levels.usedByMembers', jsonb_build_object('name', old.name));
  elsif exists (select from consume_rule r where r.org_code = old.org_code and r.member_level = old.code) then
    perform refuse('levels.usedByRules', jsonb_build_object('name', old.name));
  elsif exists (select from exchange_rate r where r.org_code = old.org_code and r.member_level = old.code) then
    perform refuse('levels.usedByRates', jsonb_build_object('name', old.name));
  elsif exists (select from event e where e.org_code = old.org_code and e.member_level = old.code) then
    perform refuse('levels.usedByEvents', jsonb_build_object('name', old.name));
  end if;
  return old;
end
$$;

create or replace trigger require_level_unused before delete on member_level
  for each row execute function require_level_unused();
