-- Dictionaries and their items become resources: who changed them, and a recycle bin.
alter table sys_dict
  add column description text not null default '',
  add column create_by text,
  add column create_time timestamptz not null default now(),
  add column update_by text,
  add column update_time timestamptz,
  add column deleted_at timestamptz;
comment on column sys_dict.deleted_at is 'in the recycle bin since; its code stays taken until it is removed for good';
create index sys_dict_create_time_idx on sys_dict (create_time, id);

alter table sys_dict_item
  add column description text not null default '',
  add column create_by text,
  add column create_time timestamptz not null default now(),
  add column update_by text,
  add column update_time timestamptz,
  add constraint sys_dict_item_status_known check (status in (0, 1));

create table sys_position (
  id uuid not null,
  org_code text collate "C" not null,
  code text not null,
  name text not null,
  post_rank text not null default '',
  company_id text,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  constraint sys_position_pkey primary key (org_code, id),
  constraint sys_position_id_key unique (id),
  constraint sys_position_code_key unique (org_code, code)
);
select protect_by_store('sys_position');
create index sys_position_create_time_idx on sys_position (org_code, create_time, id);

-- A tree by codes: A01, A01A01, as departments have them. Every store sees it.
create table sys_category (
  id uuid primary key,
  pid uuid constraint sys_category_pid_fkey references sys_category on delete cascade,
  name text not null,
  code text collate "C" not null constraint sys_category_code_key unique,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
create index sys_category_pid_idx on sys_category (pid, code);
