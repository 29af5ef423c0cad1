-- Members, rules and events can only name levels of their store, or none.
create or replace function require_known_level() returns trigger language plpgsql as $$
begin
  if new.member_level <> '' then
    -- Locked, so that it is not deleted meanwhile.
    perform from member_level where org_code = new.org_code and code = new.member_level for key share;
    if not found then
      perform refuse('levels.unknown', '{"field": "memberLevel"}');
    end if;
  end if;
  return new;
end
$$;

create or replace trigger require_known_level before insert or update of member_level on member
  for each row execute function require_known_level();
create or replace trigger require_known_level before insert or update of member_level on consume_rule
  for each row execute function require_known_level();
create or replace trigger require_known_level before insert or update of member_level on exchange_rate
  for each row execute function require_known_level();
create or replace trigger require_known_level before insert or update of member_level on event
  for each row execute function require_known_level();
