-- Raises a member to the level that a recharge includes, never lowers it, and adds the experience of that level, from which progress to the
-- next level is counted. Returns the level's name where it is new. The caller has locked the member. A level that the store no longer has
-- is ignored, because the recharge is already paid.
create or replace function give_level(p_member text, p_org text, p_level text, p_order uuid, p_now timestamptz)
returns text language plpgsql as $$
declare
  own record;
  given member_level;
begin
  -- Locked, so that it is not deleted meanwhile.
  select l.* into given from member_level l where l.org_code = p_org and l.code = p_level for key share;
  select m.member_level, m.experience, coalesce(l.rank, 0) as rank into own
    from member m left join member_level l on l.org_code = m.org_code and l.code = m.member_level
    where m.id = p_member and m.org_code = p_org;
  if (given.rank > own.rank) is not true then
    return null;
  end if;
  update member m set member_level = given.code, experience = greatest(m.experience, given.experience)
    where m.id = p_member and m.org_code = p_org;
  perform store_audit_entries(array[audit_entry_of(
    jsonb_build_object('username', 'system', 'realname', '', 'ip', '', 'requestId', p_order,
      'path', '/memberrecharge/sysMemberRecharge/add'),
    p_org, '/membermanage/sysMemberManage', p_member,
    p_before => jsonb_build_object('id', p_member, 'memberLevel', own.member_level, 'exp', own.experience),
    p_after => jsonb_build_object('id', p_member, 'memberLevel', given.code, 'exp', greatest(own.experience, given.experience)))]);
  -- Only where the store has a message template; without one it would never be sent.
  if exists (select from message_template t where t.template_code = 'member_levelup' and p_org like t.org_code || '%') then
    insert into level_notice (org_code, member_id, level_code, raised_at) values (p_org, p_member, given.code, p_now);
  end if;
  return given.name;
end
$$;
