-- A user at a store as the server caches it: the actions of the user's roles and department roles there, and the data rules that apply.
create or replace function signed_in_user(person user_account, p_chosen text, p_expires_at timestamptz) returns jsonb language plpgsql as $$
declare
  here text := p_chosen;
  granted text[];
  is_closed boolean;
begin
  -- Nobody can work at or below a disabled store, except the platform administrator, who can enable it again.
  is_closed := person.identity <> '-1' and exists (
    select from store s where s.status = '0' and here <> '' and starts_with(here, s.org_code));
  if is_closed then here := ''; end if;
  select coalesce(array_agg(g.permission_id), '{}') into granted from granted_permissions(person.id, here) g;
  return jsonb_build_object(
    'id', person.id, 'username', person.username, 'realname', person.realname, 'identity', person.identity,
    'expiresAt', extract(epoch from p_expires_at) * 1000,
    'orgCode', here,
    'isStoreClosed', is_closed,
    'kind', 'user', 'memberId', '',
    'rolesName', coalesce((
      select string_agg(r.role_name, ',' order by r.id) from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = person.id), ''),
    'granted', granted,
    'actions', coalesce((
      select jsonb_agg(p.perms) from permission p
      where p.menu_type = 2
        and (person.identity = '-1' or (p.status = '0' and counts_at(p.owner_code, here)) or p.id = any(granted))), '[]'),
    'rules', case when person.identity = '-1' then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'permissionId', r.permission_id, 'column', r.rule_column,
        'condition', r.rule_conditions, 'value', r.rule_value) order by r.id)
      from bound_rules(person.id, here) b join permission_rule r on r.id = b.rule_id
      where r.status = '1'), '[]') end);
end
$$;
