-- Who made and changed what, as the family's entities say it.
alter table sys_user add column create_by text not null default '', add column update_by text;
alter table sys_role
  add column create_by text not null default '', add column update_by text, add column update_time timestamptz;
alter table sys_depart
  add column create_by text not null default '', add column update_by text, add column update_time timestamptz;
alter table sys_depart_role
  add column create_by text not null default '', add column update_by text, add column update_time timestamptz;
alter table sys_permission
  add column create_by text not null default '', add column create_time timestamptz not null default now(),
  add column update_by text, add column update_time timestamptz,
  -- The family numbers with fractions, to put a menu between two others.
  alter column sort_no type double precision;
alter table sys_permission_rule
  add column create_by text not null default '', add column create_time timestamptz not null default now(),
  add column update_by text, add column update_time timestamptz;

-- Which data rules a store may bind its own roles by; alone they bind nobody.
create table sys_depart_rule (
  depart_id uuid not null,
  permission_id text not null,
  rule_id uuid not null references sys_permission_rule on delete cascade,
  primary key (depart_id, permission_id, rule_id),
  foreign key (depart_id, permission_id) references sys_depart_permission on delete cascade
);
create index sys_depart_rule_rule_idx on sys_depart_rule (rule_id);

-- A rule binds a store's role only while the role grants the permission.
create table sys_depart_role_rule (
  role_id uuid not null,
  permission_id text not null,
  rule_id uuid not null references sys_permission_rule on delete cascade,
  primary key (role_id, permission_id, rule_id),
  foreign key (role_id, permission_id) references sys_depart_role_permission on delete cascade
);
create index sys_depart_role_rule_rule_idx on sys_depart_role_rule (rule_id);
create trigger forget_everyone after insert or update or delete on sys_depart_role_rule
  for each statement execute function forget_everyone();

-- The data rules that bind a person while working at a store: those of roles everywhere, those of department roles there.
create function bound_rules(p_user uuid, p_org text) returns table (rule_id uuid) language sql stable as $$
  select rr.rule_id from sys_role_rule rr join sys_user_role ur on ur.role_id = rr.role_id
  where ur.user_id = p_user
  union
  select rr.rule_id from sys_depart_role_rule rr
  join sys_depart_role_user ru on ru.role_id = rr.role_id
  join sys_depart_role r on r.id = rr.role_id
  join sys_depart d on d.id = r.depart_id
  join sys_depart_permission dp on dp.depart_id = d.id and dp.permission_id = rr.permission_id
  where ru.user_id = p_user and p_org like d.org_code || '%'
$$;

-- As before, with the data rules of department roles.
create or replace function find_signed_in(p_token_hash text) returns jsonb language plpgsql as $$
declare
  person sys_user;
  token sys_token;
  here text;
  granted text[];
begin
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  select * into token from sys_token where token_hash = p_token_hash and revoked_at is null;
  select * into person from sys_user where id = token.user_id and status = 1 and deleted_at is null;
  if person.id is null then return null; end if;
  -- A store that the person was taken from is no longer the current one.
  select coalesce((
    select d.org_code from sys_user_depart ud join sys_depart d on d.id = ud.depart_id
    where ud.user_id = person.id and d.org_code = token.chosen_org_code), '') into here;
  select coalesce(array_agg(g.permission_id), '{}') into granted from granted_permissions(person.id, here) g;
  return jsonb_build_object(
    'id', person.id, 'username', person.username, 'realname', person.realname, 'identity', person.identity,
    'expiresAt', extract(epoch from token.expires_at) * 1000,
    'orgCode', here,
    'rolesName', coalesce((
      select string_agg(r.role_name, ',' order by r.id) from sys_user_role ur join sys_role r on r.id = ur.role_id
      where ur.user_id = person.id), ''),
    'granted', granted,
    'actions', coalesce((
      select jsonb_agg(p.perms) from sys_permission p
      where p.menu_type = 2 and (person.identity = '-1' or p.status = '0' or p.id = any(granted))), '[]'),
    'rules', case when person.identity = '-1' then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'permissionId', r.permission_id, 'column', r.rule_column,
        'condition', r.rule_conditions, 'value', r.rule_value) order by r.id)
      from bound_rules(person.id, here) b join sys_permission_rule r on r.id = b.rule_id
      where r.status = '1'), '[]') end);
end
$$;
