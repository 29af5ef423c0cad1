-- Every copy of the server caches who a member is and until when; a change notifies all copies on commit.
create or replace function forget_member_names() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', jsonb_build_object('kind', 'forget', 'userId', member_caller_id(old.org_code, old.id))::text)
    where exists (select from member_session where member_id = old.id and org_code = old.org_code);
  return null;
end
$$;

create or replace trigger forget_member_names after update of nickname, realname, end_time on member for each row
  when ((new.nickname, new.realname, new.end_time) is distinct from (old.nickname, old.realname, old.end_time))
  execute function forget_member_names();
