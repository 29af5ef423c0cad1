-- How many uses of a member's unlimited card of a project pending rides hold.
create or replace function reserved_uses(p_org_code text, p_member text, p_project text) returns bigint language plpgsql stable as $$
begin
  return (select count(*) from hold h join hold_line l on l.hold_id = h.id and l.org_code = h.org_code
    where h.member_id = p_member and h.org_code = p_org_code and h.state = 'held' and l.kind = 'unlimited' and l.project = p_project);
end
$$;
