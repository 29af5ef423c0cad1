-- Every copy of the server remembers who holds a token and what that person may do. Whatever changes it, a screen or an
-- administrator at a SQL prompt, tells all copies when it commits.
create function forget_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', jsonb_build_object('kind', 'forget', 'userId',
    case tg_table_name when 'sys_user' then to_jsonb(old) ->> 'id'
      else coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(old) ->> 'user_id') end)::text);
  return null;
end
$$;
create trigger forget_person after update of username, realname, identity, status or delete on sys_user
  for each row execute function forget_person();
create trigger forget_person after insert or update or delete on sys_user_role
  for each row execute function forget_person();
create trigger forget_person after insert or update or delete on sys_user_depart
  for each row execute function forget_person();

create function forget_everyone() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', '{"kind":"forget"}');
  return null;
end
$$;
create trigger forget_everyone after insert or update or delete on sys_role_permission
  for each statement execute function forget_everyone();
create trigger forget_everyone after update or delete on sys_permission
  for each statement execute function forget_everyone();
create trigger forget_everyone after update of org_code or delete on sys_depart
  for each statement execute function forget_everyone();
