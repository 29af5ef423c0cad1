-- Chains and stores, the people who work there, what they may do, and how they sign in.

create table store (
  id uuid not null,
  parent_id uuid,
  org_code text collate "C" not null,
  kind text not null default 'store',
  name text not null,
  name_en text not null default '',
  short_name text not null default '',
  sort_order integer not null default 0,
  description text not null default '',
  org_category text not null default '1',
  mobile text not null default '',
  fax text not null default '',
  address text not null default '',
  memo text not null default '',
  status text not null default '1',
  apps text[] not null default '{}',
  -- Whether guests may pay in cash.
  accepts_cash text not null default 'NO',
  sms_count integer not null default 0,
  end_time timestamptz,
  time_zone text not null default 'Asia/Shanghai',
  day_start_hour smallint not null default 0,
  queue_prefix text not null default '',
  hung_order_limit integer not null default 5,
  charge_order text not null default 'paidFirst',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint store_pkey primary key (id),
  constraint store_parent_fkey foreign key (parent_id) references store,
  constraint store_org_code_key unique (org_code),
  -- Whoever sends the form of a new store twice makes one.
  constraint store_name_key unique nulls not distinct (parent_id, name),
  constraint store_org_code_form check (org_code ~ '^[A-Za-z0-9]{1,64}$'),
  constraint store_kind_known check (kind in ('chain', 'store')),
  constraint store_org_category_known check (org_category in ('1', '2', '3')),
  constraint store_status_known check (status in ('0', '1')),
  constraint store_accepts_cash_known check (accepts_cash in ('YES', 'NO')),
  constraint store_sms_count_range check (sms_count >= 0),
  constraint store_day_start_hour_range check (day_start_hour between 0 and 23),
  constraint store_hung_order_limit_range check (hung_order_limit >= 0),
  constraint store_charge_order_known check (charge_order in ('paidFirst', 'giftFirst', 'proportional'))
);
comment on column store.end_time is 'until when the store has paid for the product';
select protect_by_store('store');

-- How many codes were given below a code, so that a deleted store's code never means another store.
create table store_counter (
  parent_code text collate "C" not null,
  last_number integer not null,
  constraint store_counter_pkey primary key (parent_code)
);

create table user_account (
  id uuid not null,
  username text not null,
  password_hash text not null,
  realname text not null,
  identity text not null,
  status smallint not null default 1,
  avatar text not null default '',
  sex smallint,
  birthday date,
  phone text not null default '',
  email text not null default '',
  telephone text not null default '',
  work_no text not null default '',
  post text not null default '',
  user_identity smallint not null default 1,
  con_password_hash text,
  refund_password_hash text,
  last_org_code text collate "C",
  last_chosen_at timestamptz,
  deleted_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint user_account_pkey primary key (id),
  constraint user_account_username_key unique (username),
  constraint user_account_username_form check (username = lower(username) and username <> ''),
  constraint user_account_identity_known check (identity in ('-1', '0', '1', '2', '3', '4')),
  constraint user_account_status_known check (status in (1, 2)),
  constraint user_account_sex_known check (sex in (1, 2)),
  constraint user_account_user_identity_known check (user_identity in (1, 2))
);
comment on column user_account.status is '1 normal, 2 frozen';
comment on column user_account.user_identity is '1 member, 2 superior of the own stores';
comment on column user_account.con_password_hash is 'asked for when this person takes over the counter; null: nothing is asked';
comment on column user_account.refund_password_hash is 'the second secret, which refunds ask for';
comment on column user_account.deleted_at is 'in the recycle bin since';
create unique index user_account_phone_key on user_account (phone) where phone <> '';
create unique index user_account_email_key on user_account (lower(email)) where email <> '';
create unique index user_account_work_no_key on user_account (work_no) where work_no <> '';

create table user_store (
  user_id uuid not null,
  store_id uuid not null,
  constraint user_store_pkey primary key (user_id, store_id),
  constraint user_store_user_id_fkey foreign key (user_id) references user_account on delete cascade,
  constraint user_store_store_id_fkey foreign key (store_id) references store
);
create index user_store_store_idx on user_store (store_id);

create table role (
  id text not null,
  role_code text not null,
  role_name text not null,
  -- Not `org_code`: a role is seen from above and from below its owner, which no scope of rows can say.
  owner_code text collate "C" not null default '',
  description text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint role_pkey primary key (id),
  constraint role_role_code_key unique (role_code)
);
comment on column role.owner_code is 'the store whose role it is; empty: built in';

create table user_role (
  user_id uuid not null references user_account on delete cascade,
  role_id text not null references role on delete cascade,
  constraint user_role_pkey primary key (user_id, role_id)
);

create table permission (
  id text not null,
  parent_id text,
  name_zh text not null,
  name_en text not null,
  description text not null default '',
  perms text not null default '',
  perms_type text not null default '1',
  icon text not null default '',
  component text not null default '',
  component_name text not null default '',
  url text not null default '',
  redirect text,
  -- With fractions, as the family numbers, to put a menu between two others.
  sort_no double precision not null default 0,
  menu_type smallint not null,
  route boolean not null default true,
  hidden boolean not null default false,
  keep_alive boolean not null default false,
  always_show boolean not null default false,
  internal_or_external boolean not null default false,
  status text not null default '1',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint permission_pkey primary key (id),
  constraint permission_parent_id_fkey foreign key (parent_id) references permission on delete cascade,
  constraint permission_menu_type_known check (menu_type in (0, 1, 2)),
  constraint permission_status_known check (status in ('0', '1')),
  constraint permission_button_has_action check (menu_type <> 2 or perms <> ''),
  constraint permission_menu_has_component check (menu_type = 2 or component <> '')
);
comment on column permission.menu_type is '0 top menu, 1 sub menu, 2 button';
comment on column permission.status is '0: the rule is off and the button is allowed for everyone';
create unique index permission_perms_key on permission (perms) where menu_type = 2;

create table role_permission (
  role_id text not null references role on delete cascade,
  permission_id text not null references permission on delete cascade,
  constraint role_permission_pkey primary key (role_id, permission_id)
);

-- Which rows of a list a right shows.
create table permission_rule (
  id uuid not null,
  permission_id text not null references permission on delete cascade,
  rule_name text not null,
  rule_column text not null,
  rule_conditions text not null,
  rule_value text not null,
  status text not null default '1',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint permission_rule_pkey primary key (id),
  constraint permission_rule_known
    check (rule_conditions in ('>', '<', '!=', '=', '>=', '<=', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE', 'IN')),
  constraint permission_rule_status_known check (status in ('0', '1'))
);
create index permission_rule_permission_idx on permission_rule (permission_id);

-- A rule binds a role only while the role grants the permission.
create table role_rule (
  role_id text not null,
  permission_id text not null,
  rule_id uuid not null references permission_rule on delete cascade,
  constraint role_rule_pkey primary key (role_id, permission_id, rule_id),
  constraint role_rule_granted foreign key (role_id, permission_id) references role_permission on delete cascade
);
create index role_rule_rule_idx on role_rule (rule_id);

-- What a store may give to its own roles, by which data rules it may bind them, those roles, and who has them while working there.
create table store_permission (
  store_id uuid not null references store on delete cascade,
  permission_id text not null references permission on delete cascade,
  constraint store_permission_pkey primary key (store_id, permission_id)
);

-- Alone these bind nobody.
create table store_rule (
  store_id uuid not null,
  permission_id text not null,
  rule_id uuid not null references permission_rule on delete cascade,
  constraint store_rule_pkey primary key (store_id, permission_id, rule_id),
  constraint store_rule_granted foreign key (store_id, permission_id) references store_permission on delete cascade
);
create index store_rule_rule_idx on store_rule (rule_id);

create table store_role (
  id uuid not null,
  store_id uuid not null references store on delete cascade,
  role_name text not null,
  role_code text not null,
  description text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint store_role_pkey primary key (id),
  constraint store_role_role_code_key unique (store_id, role_code)
);

create table store_role_permission (
  role_id uuid not null references store_role on delete cascade,
  permission_id text not null references permission on delete cascade,
  constraint store_role_permission_pkey primary key (role_id, permission_id)
);

create table store_role_rule (
  role_id uuid not null,
  permission_id text not null,
  rule_id uuid not null references permission_rule on delete cascade,
  constraint store_role_rule_pkey primary key (role_id, permission_id, rule_id),
  constraint store_role_rule_granted foreign key (role_id, permission_id) references store_role_permission on delete cascade
);
create index store_role_rule_rule_idx on store_role_rule (rule_id);

create table store_role_user (
  role_id uuid not null references store_role on delete cascade,
  user_id uuid not null references user_account on delete cascade,
  constraint store_role_user_pkey primary key (role_id, user_id)
);
create index store_role_user_user_idx on store_role_user (user_id);

-- Only the hash of a token is kept: whoever reads this table can sign in as nobody.
create table access_token (
  token_hash text not null,
  user_id uuid not null references user_account on delete cascade,
  chosen_org_code text collate "C" not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint access_token_pkey primary key (token_hash)
);
create index access_token_user_idx on access_token (user_id);
create index access_token_expires_at_idx on access_token (expires_at);

-- Tries of secrets, such as passwords for an account or from an address, so that all copies of the server count together.
create table login_guard (
  subject text not null,
  failures integer not null,
  last_failure_at timestamptz not null,
  locked_until timestamptz,
  constraint login_guard_pkey primary key (subject)
);

-- Addresses and devices where somebody has signed in, hashed: strangers elsewhere cannot deny a person the sign-in there.
create table known_place (
  user_id uuid not null references user_account on delete cascade,
  place text not null,
  used_at timestamptz not null,
  constraint known_place_pkey primary key (user_id, place)
);

create table login_captcha (
  check_key text not null,
  answer text not null,
  expires_at timestamptz not null,
  constraint login_captcha_pkey primary key (check_key)
);
comment on column login_captcha.check_key is 'hashed';
-- Each new picture deletes those that have expired, and strangers ask for as many pictures as they like.
create index login_captcha_expires_at_idx on login_captcha (expires_at);

create table sms_code (
  phone text not null,
  mode text not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  constraint sms_code_pkey primary key (phone, mode),
  constraint sms_code_mode_known check (mode in ('0', '1', '2'))
);
comment on column sms_code.mode is '0 sign-in, 1 register, 2 password reset';

create table login_log (
  id bigint generated always as identity,
  org_code text collate "C" not null,
  created_at timestamptz not null default now(),
  user_id uuid,
  username text not null,
  realname text not null,
  ip text not null,
  outcome text not null,
  constraint login_log_pkey primary key (id),
  constraint login_log_outcome_known check (outcome in ('signedIn', 'signedOut', 'refused'))
);
create index login_log_time_idx on login_log (org_code, created_at);
select protect_by_store('login_log');
