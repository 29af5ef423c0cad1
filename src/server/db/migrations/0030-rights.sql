-- What the family's user, role, permission and department screens keep besides the spine's columns.
alter table sys_user
  add column sex smallint constraint sys_user_sex_known check (sex in (1, 2)),
  add column birthday date,
  add column email text not null default '',
  add column work_no text not null default '',
  add column post text not null default '',
  add column telephone text not null default '',
  add column user_identity smallint not null default 1 constraint sys_user_user_identity_known check (user_identity in (1, 2)),
  add column refund_password_hash text,
  add column deleted_at timestamptz,
  add column update_time timestamptz;
comment on column sys_user.user_identity is '1 member, 2 superior of the own stores';
comment on column sys_user.deleted_at is 'in the recycle bin since';
create unique index sys_user_phone_key on sys_user (phone) where phone <> '';
create unique index sys_user_email_key on sys_user (lower(email)) where email <> '';
create unique index sys_user_work_no_key on sys_user (work_no) where work_no <> '';

-- Not `org_code`: a role is seen from above and from below its owner, which no scope of rows can say.
alter table sys_role
  add column owner_code text collate "C" not null default '',
  add column description text not null default '';
comment on column sys_role.owner_code is 'the store whose role it is; empty: built in';

alter table sys_permission
  add column description text not null default '',
  add column always_show boolean not null default false,
  add column internal_or_external boolean not null default false;

create table sys_permission_rule (
  id uuid primary key,
  permission_id text not null references sys_permission on delete cascade,
  rule_name text not null,
  rule_column text not null,
  rule_conditions text not null
    constraint sys_permission_rule_known check (rule_conditions in ('>', '<', '!=', '=', '>=', '<=', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE', 'IN')),
  rule_value text not null,
  status text not null default '1' constraint sys_permission_rule_status_known check (status in ('0', '1'))
);
create index sys_permission_rule_permission_idx on sys_permission_rule (permission_id);

-- A rule binds a role only while the role grants the permission.
create table sys_role_rule (
  role_id text not null,
  permission_id text not null,
  rule_id uuid not null references sys_permission_rule on delete cascade,
  primary key (role_id, permission_id, rule_id),
  foreign key (role_id, permission_id) references sys_role_permission on delete cascade
);
create index sys_role_rule_rule_idx on sys_role_rule (rule_id);

alter table sys_depart
  add column depart_name_en text not null default '',
  add column depart_name_abbr text not null default '',
  add column depart_order integer not null default 0,
  add column description text not null default '',
  add column org_category text not null default '1' constraint sys_depart_org_category_known check (org_category in ('1', '2', '3')),
  add column mobile text not null default '',
  add column fax text not null default '',
  add column address text not null default '',
  add column memo text not null default '',
  add column status text not null default '1' constraint sys_depart_status_known check (status in ('0', '1')),
  add column sms_count integer not null default 0 constraint sys_depart_sms_count_range check (sms_count >= 0);

-- How many codes were given below a code, so that a deleted store's code never means another store.
create table depart_counter (
  parent_code text collate "C" primary key,
  last_number integer not null
);

create function next_org_code(p_parent text) returns text language plpgsql as $$
declare
  given integer;
  taken integer;
begin
  -- Siblings out of scope cannot be: who adds below a parent sees the whole parent.
  select coalesce(max((ascii(left(right(org_code, 3), 1)) - 65) * 99 + right(org_code, 2)::integer), 0) into taken
  from sys_depart
  where left(org_code, -3) = p_parent and length(org_code) = length(p_parent) + 3 and right(org_code, 3) ~ '^[A-Z][0-9]{2}$';
  insert into depart_counter as c (parent_code, last_number) values (p_parent, taken + 1)
  on conflict (parent_code) do update set last_number = greatest(c.last_number, taken) + 1
  returning last_number into given;
  return p_parent || chr(65 + (given - 1) / 99) || lpad(((given - 1) % 99 + 1)::text, 2, '0');
end
$$;

-- Whether a store has anything that would be orphaned without it.
create function depart_in_use(p_org text) returns boolean language plpgsql as $$
declare
  name text;
  found boolean;
begin
  for name in select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'org_code'
      and table_name not in ('sys_depart', 'audit_entry', 'audit_head', 'login_log', 'request_key') loop
    execute format('select exists (select from %I where org_code = $1)', name) into found using p_org;
    if found then return true; end if;
  end loop;
  return exists (select from sys_user_depart ud join sys_depart d on d.id = ud.depart_id where d.org_code = p_org);
end
$$;

-- What a store may give to its own roles, those roles, and who has them while working there.
create table sys_depart_permission (
  depart_id uuid not null references sys_depart on delete cascade,
  permission_id text not null references sys_permission on delete cascade,
  primary key (depart_id, permission_id)
);
create table sys_depart_role (
  id uuid primary key,
  depart_id uuid not null references sys_depart on delete cascade,
  role_name text not null,
  role_code text not null,
  description text not null default '',
  create_time timestamptz not null default now(),
  constraint sys_depart_role_role_code_key unique (depart_id, role_code)
);
create table sys_depart_role_permission (
  role_id uuid not null references sys_depart_role on delete cascade,
  permission_id text not null references sys_permission on delete cascade,
  primary key (role_id, permission_id)
);
create table sys_depart_role_user (
  role_id uuid not null references sys_depart_role on delete cascade,
  user_id uuid not null references sys_user on delete cascade,
  primary key (role_id, user_id)
);
create index sys_depart_role_user_user_idx on sys_depart_role_user (user_id);

-- Everything that a person is granted while working at a store: by roles everywhere, by department roles there.
create function granted_permissions(p_user uuid, p_org text) returns table (permission_id text) language sql stable as $$
  select rp.permission_id from sys_role_permission rp join sys_user_role ur on ur.role_id = rp.role_id
  where ur.user_id = p_user
  union
  select rp.permission_id from sys_depart_role_permission rp
  join sys_depart_role_user ru on ru.role_id = rp.role_id
  join sys_depart_role r on r.id = rp.role_id
  join sys_depart d on d.id = r.depart_id
  join sys_depart_permission dp on dp.depart_id = d.id and dp.permission_id = rp.permission_id
  where ru.user_id = p_user and p_org like d.org_code || '%'
$$;

-- As before, with department roles, data rules and the recycle bin.
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
      select jsonb_agg(distinct jsonb_build_object('id', r.id, 'permissionId', r.permission_id, 'column', r.rule_column,
        'condition', r.rule_conditions, 'value', r.rule_value))
      from sys_role_rule rr join sys_user_role ur on ur.role_id = rr.role_id
      join sys_permission_rule r on r.id = rr.rule_id
      where ur.user_id = person.id and r.status = '1'), '[]') end);
end
$$;

-- Every way to sign in ends when the password changes or the person is frozen or deleted, whoever does it.
create function end_tokens() returns trigger language plpgsql as $$
begin
  update sys_token set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end
$$;
create trigger end_tokens after update of password_hash, status, deleted_at on sys_user for each row
  when (new.password_hash <> old.password_hash or (new.status <> 1 and old.status = 1)
    or (new.deleted_at is not null and old.deleted_at is null))
  execute function end_tokens();
create trigger forget_person_secret after update of password_hash, deleted_at on sys_user
  for each row execute function forget_person();

create trigger forget_person after insert or update or delete on sys_depart_role_user
  for each row execute function forget_person();
create trigger forget_everyone after insert or update or delete on sys_depart_role_permission
  for each statement execute function forget_everyone();
create trigger forget_everyone after insert or update or delete on sys_depart_permission
  for each statement execute function forget_everyone();
create trigger forget_everyone after insert or update or delete on sys_role_rule
  for each statement execute function forget_everyone();
create trigger forget_everyone after insert or update or delete on sys_permission_rule
  for each statement execute function forget_everyone();
create trigger forget_everyone_new after insert on sys_permission
  for each statement execute function forget_everyone();
create trigger forget_everyone after update or delete on sys_role
  for each statement execute function forget_everyone();
