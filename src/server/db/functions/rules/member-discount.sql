-- The discount of a member's current level on a price; 0 without a member.
create or replace function member_discount(p_price bigint, p_applies boolean, p_org_code text, p_member text) returns bigint
language plpgsql stable as $$
begin
  if p_member is null or not p_applies then
    return 0;
  end if;
  return level_discount(p_price, true, (
    select l.discount from member m join member_level l on l.org_code = m.org_code and l.code = m.member_level
      where m.id = p_member and m.org_code = p_org_code));
end
$$;
