-- Raises a member to the highest level that the experience reaches, never lowers it; returns its code where it is new. The caller has
-- locked the member's row, so that concurrent calls raise it once. `call` names the caller for the audit trail.
create or replace function raise_level(p_member text, p_org text, p_now timestamptz, call jsonb default '{}')
returns text language plpgsql as $$
declare
  own record;
  reached member_level;
begin
  select m.member_level, m.experience, l.name, l.rank into own
    from member m left join member_level l on l.org_code = m.org_code and l.code = m.member_level
    where m.id = p_member and m.org_code = p_org;
  reached := level_reached(p_org, own.experience);
  -- `is not true`: where no level is reached the comparison is null.
  if (reached.rank > coalesce(own.rank, 0)) is not true then
    return null;
  end if;
  update member set member_level = reached.code where id = p_member and org_code = p_org;
  perform store_audit_entries(array[audit_entry_of(
    '{"username": "system", "realname": "", "ip": "", "requestId": ""}' || jsonb_strip_nulls(call)
      || '{"path": "/memberlevel/sysMemberLevel/raise"}',
    p_org, '/membermanage/sysMemberManage', p_member,
    p_before => jsonb_build_object('id', p_member, 'memberLevel', own.member_level),
    p_after => jsonb_build_object('id', p_member, 'memberLevel', reached.code, 'exp', own.experience))]);
  -- Only where the store has a message template; without one it would never be sent.
  if exists (select from message_template t where t.template_code = 'member_levelup' and p_org like t.org_code || '%') then
    insert into level_notice (org_code, member_id, level_code, raised_at) values (p_org, p_member, reached.code, p_now);
  end if;
  return reached.code;
end
$$;
