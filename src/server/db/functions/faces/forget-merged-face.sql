-- A merged member's face is deleted: the consent was given for that number, and the remaining member enrols again.
create or replace function forget_merged_face() returns trigger language plpgsql as $$
begin
  delete from face_template f where f.member_id = new.id and f.org_code = new.org_code;
  return null;
end
$$;

create or replace trigger member_forgets_merged_face after update of merged_into on member
  for each row when (new.merged_into is not null) execute function forget_merged_face();
