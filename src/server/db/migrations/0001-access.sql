-- Shows a table's rows only to transactions whose scope covers their store. Text comparison by bytes (collate "C") and a
-- range instead of LIKE let an index on org_code serve the policy. A setting that was never made is null: no rows.
create function protect_by_store(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy store_scope on %s for all
       using (org_code >= current_setting(''pitlane.scope'', true) and org_code < current_setting(''pitlane.scope_end'', true))
       with check (org_code >= current_setting(''pitlane.scope'', true) and org_code < current_setting(''pitlane.scope_end'', true))',
    target);
end
$$;
revoke execute on function protect_by_store(regclass) from public;

create table sys_depart (
  id uuid primary key,
  parent_id uuid constraint sys_depart_parent_fkey references sys_depart,
  org_code text collate "C" not null constraint sys_depart_org_code_key unique
    constraint sys_depart_org_code_form check (org_code ~ '^[A-Za-z0-9]{1,64}$'),
  depart_name text not null,
  kind text not null default 'store' constraint sys_depart_kind_known check (kind in ('chain', 'store')),
  apps text[] not null default '{}',
  is_unline text not null default 'NO' constraint sys_depart_is_unline_known check (is_unline in ('YES', 'NO')),
  end_time timestamptz,
  time_zone text not null default 'Asia/Shanghai',
  day_start_hour smallint not null default 0 constraint sys_depart_day_start_hour_range check (day_start_hour between 0 and 23),
  queue_prefix text not null default '',
  hung_order_limit integer not null default 5 constraint sys_depart_hung_order_limit_range check (hung_order_limit >= 0),
  charge_order text not null default 'paidFirst'
    constraint sys_depart_charge_order_known check (charge_order in ('paidFirst', 'giftFirst', 'proportional')),
  create_time timestamptz not null default now()
);
select protect_by_store('sys_depart');

create table sys_user (
  id uuid primary key,
  username text not null constraint sys_user_username_form check (username = lower(username) and username <> ''),
  password_hash text not null,
  realname text not null,
  avatar text not null default '',
  phone text not null default '',
  identity text not null constraint sys_user_identity_known check (identity in ('-1', '0', '1', '2', '3', '4')),
  status smallint not null default 1 constraint sys_user_status_known check (status in (1, 2)),
  con_password_hash text,
  last_org_code text collate "C",
  last_chosen_at timestamptz,
  create_time timestamptz not null default now(),
  constraint sys_user_username_key unique (username)
);
comment on column sys_user.status is '1 normal, 2 frozen';
comment on column sys_user.con_password_hash is 'asked for when this person takes over the counter; null: nothing is asked';

create table sys_user_depart (
  user_id uuid not null references sys_user on delete cascade,
  depart_id uuid not null references sys_depart,
  primary key (user_id, depart_id)
);
create index sys_user_depart_depart_idx on sys_user_depart (depart_id);

create table sys_role (
  id text primary key,
  role_code text not null constraint sys_role_role_code_key unique,
  role_name text not null,
  create_time timestamptz not null default now()
);

create table sys_user_role (
  user_id uuid not null references sys_user on delete cascade,
  role_id text not null references sys_role on delete cascade,
  primary key (user_id, role_id)
);

create table sys_permission (
  id text primary key,
  parent_id text references sys_permission on delete cascade,
  name_zh text not null,
  name_en text not null,
  perms text not null default '',
  perms_type text not null default '1',
  icon text not null default '',
  component text not null default '',
  component_name text not null default '',
  url text not null default '',
  redirect text,
  sort_no integer not null default 0,
  menu_type smallint not null constraint sys_permission_menu_type_known check (menu_type in (0, 1, 2)),
  route boolean not null default true,
  hidden boolean not null default false,
  keep_alive boolean not null default false,
  status text not null default '1' constraint sys_permission_status_known check (status in ('0', '1')),
  constraint sys_permission_button_has_action check (menu_type <> 2 or perms <> ''),
  constraint sys_permission_menu_has_component check (menu_type = 2 or component <> '')
);
comment on column sys_permission.menu_type is '0 top menu, 1 sub menu, 2 button';
comment on column sys_permission.status is '0: the rule is off and the button is allowed for everyone';
create unique index sys_permission_perms_key on sys_permission (perms) where menu_type = 2;

create table sys_role_permission (
  role_id text not null references sys_role on delete cascade,
  permission_id text not null references sys_permission on delete cascade,
  primary key (role_id, permission_id)
);

create table sys_dict (
  id text primary key,
  dict_code text not null constraint sys_dict_dict_code_key unique,
  name_zh text not null,
  name_en text not null
);

create table sys_dict_item (
  id text primary key,
  dict_id text not null references sys_dict on delete cascade,
  value text not null,
  text_zh text not null,
  text_en text not null,
  sort_order integer not null default 0,
  status smallint not null default 1,
  constraint sys_dict_item_value_key unique (dict_id, value)
);

-- Only the hash of a token is kept: whoever reads this table can sign in as nobody.
create table sys_token (
  token_hash text primary key,
  user_id uuid not null references sys_user on delete cascade,
  chosen_org_code text collate "C" not null default '',
  create_time timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sys_token_user_idx on sys_token (user_id);
create index sys_token_expires_at_idx on sys_token (expires_at);

-- Wrong passwords by account and by address, so that all copies of the server count together.
create table login_guard (
  subject text primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  locked_until timestamptz
);

-- Every call that moves money or starts something, by the key that its client made; kept for good.
create table request_key (
  key uuid constraint request_key_pkey primary key,
  org_code text collate "C" not null,
  user_id uuid not null,
  path text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now()
);
select protect_by_store('request_key');
