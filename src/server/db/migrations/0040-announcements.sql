-- Announcements: written at a chain or store, for everyone there and below, or for listed people.

create table sys_announcement (
  id uuid not null,
  org_code text collate "C" not null,
  titile text not null,
  msg_abstract text not null default '',
  -- Sanitized when it was stored.
  msg_content text not null default '',
  start_time timestamptz,
  end_time timestamptz,
  sender text not null default '',
  priority text not null constraint sys_announcement_priority_known check (priority in ('L', 'M', 'H')),
  msg_category text not null constraint sys_announcement_category_known check (msg_category in ('1', '2')),
  msg_type text not null constraint sys_announcement_type_known check (msg_type in ('ALL', 'USER')),
  send_status text not null default '0' constraint sys_announcement_status_known check (send_status in ('0', '1', '2')),
  send_time timestamptz,
  cancel_time timestamptz,
  bus_type text not null default '',
  bus_id text not null default '',
  open_type text not null default '' constraint sys_announcement_open_type_known check (open_type in ('', 'url', 'component')),
  open_page text not null default '',
  deleted boolean not null default false,
  create_by text not null,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  constraint sys_announcement_pkey primary key (id, org_code),
  constraint sys_announcement_period check (end_time > start_time),
  constraint sys_announcement_released check (send_status <> '1' or send_time is not null)
);
comment on column sys_announcement.send_status is '0 draft, 1 released, 2 revoked';
comment on column sys_announcement.msg_category is '1 notice, 2 system message';
create index sys_announcement_list on sys_announcement (org_code, create_time desc, id desc) where not deleted;
create index sys_announcement_for_all on sys_announcement (org_code, send_time desc)
  where msg_type = 'ALL' and send_status = '1' and not deleted;

-- Who is addressed by name, and who of all has read it.
create table sys_announcement_send (
  annt_id uuid not null,
  org_code text collate "C" not null,
  user_id uuid not null constraint sys_announcement_send_user_fkey references sys_user on delete cascade,
  read_time timestamptz,
  constraint sys_announcement_send_pkey primary key (annt_id, user_id, org_code),
  constraint sys_announcement_send_annt_fkey foreign key (annt_id, org_code) references sys_announcement on delete cascade
);
create index sys_announcement_send_user on sys_announcement_send (user_id, annt_id);

select protect_by_store('sys_announcement');
select protect_by_store('sys_announcement_send');
