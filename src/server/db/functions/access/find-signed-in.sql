-- Resolves a token in one round trip: the user, the current store, the actions of the user's roles and department roles there, and the data
-- rules that apply.
create or replace function find_signed_in(p_token_hash text) returns jsonb language plpgsql as $$
declare
  person user_account;
  token access_token;
  here text;
  granted text[];
  is_closed boolean;
begin
  -- The user is resolved before any store is known: only here and at sign-in does the server read every store.
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  select * into token from access_token where token_hash = p_token_hash and revoked_at is null;
  select * into person from user_account where id = token.user_id and status = 1 and deleted_at is null;
  -- A token of no user may be a kiosk's key, or a member's.
  if person.id is null then return coalesce(find_kiosk(p_token_hash), find_member_session(p_token_hash)); end if;
  -- A store that the user was removed from is no longer the current one.
  select coalesce((
    select d.org_code from user_store ud join store d on d.id = ud.store_id
    where ud.user_id = person.id and d.org_code = token.chosen_org_code), '') into here;
  -- Nobody can work at or below a disabled store, except the platform administrator, who can enable it again.
  is_closed := person.identity <> '-1' and exists (
    select from store s where s.status = '0' and here <> '' and starts_with(here, s.org_code));
  if is_closed then here := ''; end if;
  select coalesce(array_agg(g.permission_id), '{}') into granted from granted_permissions(person.id, here) g;
  return jsonb_build_object(
    'id', person.id, 'username', person.username, 'realname', person.realname, 'identity', person.identity,
    'expiresAt', extract(epoch from token.expires_at) * 1000,
    'orgCode', here,
    'isStoreClosed', is_closed,
    'kind', 'user', 'memberId', '',
    'rolesName', coalesce((
      select string_agg(r.role_name, ',' order by r.id) from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = person.id), ''),
    'granted', granted,
    'actions', coalesce((
      select jsonb_agg(p.perms) from permission p
      where p.menu_type = 2 and (person.identity = '-1' or p.status = '0' or p.id = any(granted))), '[]'),
    'rules', case when person.identity = '-1' then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'permissionId', r.permission_id, 'column', r.rule_column,
        'condition', r.rule_conditions, 'value', r.rule_value) order by r.id)
      from bound_rules(person.id, here) b join permission_rule r on r.id = b.rule_id
      where r.status = '1'), '[]') end);
end
$$;
