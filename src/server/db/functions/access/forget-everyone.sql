create or replace function forget_everyone() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', '{"kind":"forget"}');
  return null;
end
$$;

create or replace trigger forget_everyone after insert or update or delete on permission
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after insert or update or delete on permission_rule
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after update or delete on role
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after insert or update or delete on role_permission
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after insert or update or delete on role_rule
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after update of org_code, status or delete on store
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after insert or update or delete on store_permission
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after insert or update or delete on store_role_permission
  for each statement execute function forget_everyone();
create or replace trigger forget_everyone after insert or update or delete on store_role_rule
  for each statement execute function forget_everyone();
