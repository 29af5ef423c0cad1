-- Another phone, freezing and merging end the sessions of a member on the member page, whatever makes the change.
create or replace function end_member_sessions() returns trigger language plpgsql as $$
begin
  delete from member_session where member_id = new.id and org_code = new.org_code;
  return null;
end
$$;

create or replace trigger end_member_sessions after update of phone, frozen, merged_into on member for each row
  when (new.phone <> old.phone or (new.frozen and not old.frozen) or (new.merged_into is not null and old.merged_into is null))
  execute function end_member_sessions();
