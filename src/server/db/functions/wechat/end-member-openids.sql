-- Another phone ends the openids of a member and of those merged into it: the previous owner of the phone may have bound them.
create or replace function end_member_openids() returns trigger language plpgsql as $$
begin
  if new.openid = old.openid and exists (
    select from member_openid where member_id = new.id and org_code = new.org_code and openid = new.openid)
  then new.openid := ''; end if;
  delete from member_openid o using member k
    where k.id = o.member_id and k.org_code = o.org_code and k.org_code = new.org_code and new.id in (k.id, k.merged_into);
  return new;
end
$$;

create or replace trigger end_member_openids before update of phone on member for each row
  when (new.phone <> old.phone)
  execute function end_member_openids();
