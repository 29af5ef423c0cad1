-- Announcements, message templates, the messages made from them with what became of each, and text messages to be sent.

-- Written at a chain or store, for everyone there and below, or for listed people.
create table announcement (
  id uuid not null,
  org_code text collate "C" not null,
  title text not null,
  msg_abstract text not null default '',
  -- Sanitized when it was stored.
  msg_content text not null default '',
  start_time timestamptz,
  end_time timestamptz,
  sender text not null default '',
  priority text not null,
  msg_category text not null,
  msg_type text not null,
  send_status text not null default '0',
  send_time timestamptz,
  cancel_time timestamptz,
  bus_type text not null default '',
  bus_id text not null default '',
  open_type text not null default '',
  open_page text not null default '',
  deleted boolean not null default false,
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint announcement_pkey primary key (id, org_code),
  constraint announcement_priority_known check (priority in ('L', 'M', 'H')),
  constraint announcement_category_known check (msg_category in ('1', '2')),
  constraint announcement_type_known check (msg_type in ('ALL', 'USER')),
  constraint announcement_status_known check (send_status in ('0', '1', '2')),
  constraint announcement_open_type_known check (open_type in ('', 'url', 'component')),
  constraint announcement_period check (end_time > start_time),
  constraint announcement_released check (send_status <> '1' or send_time is not null)
);
comment on column announcement.send_status is '0 draft, 1 released, 2 revoked';
comment on column announcement.msg_category is '1 notice, 2 system message';
create index announcement_list on announcement (org_code, created_at desc, id desc) where not deleted;
create index announcement_for_all on announcement (org_code, send_time desc)
  where msg_type = 'ALL' and send_status = '1' and not deleted;
select protect_by_store('announcement');

-- Who is addressed by name, and who of all has read it.
create table announcement_reader (
  announcement_id uuid not null,
  user_id uuid not null,
  org_code text collate "C" not null,
  read_time timestamptz,
  constraint announcement_reader_pkey primary key (announcement_id, user_id, org_code),
  constraint announcement_reader_user_fkey foreign key (user_id) references user_account on delete cascade,
  constraint announcement_reader_announcement_fkey
    foreign key (announcement_id, org_code) references announcement on delete cascade
);
create index announcement_reader_user on announcement_reader (user_id, announcement_id);
select protect_by_store('announcement_reader');

create table message_template (
  id uuid not null,
  org_code text collate "C" not null,
  template_code text not null,
  template_name text not null,
  template_content text not null default '',
  template_type text not null,
  template_test_json text not null default '',
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint message_template_pkey primary key (id, org_code),
  constraint message_template_code_key unique (org_code, template_code),
  constraint message_template_type_known check (template_type in ('1', '2', '3', '4'))
);
comment on column message_template.template_type is '1 SMS, 2 email, 3 WeChat, 4 system message';
create index message_template_list on message_template (org_code, created_at desc, id desc);
select protect_by_store('message_template');

create table message (
  -- Also what a receiving system knows the message by: a repeat carries the same id.
  id uuid not null,
  org_code text collate "C" not null,
  title text not null,
  content text not null,
  params text not null default '',
  receiver text not null,
  -- The person behind a system message's receiver.
  receiver_id uuid,
  type text not null,
  send_status text not null default '0',
  send_count integer not null default 0,
  send_time timestamptz,
  result text not null default '',
  template_code text not null default '',
  remark text not null default '',
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint message_pkey primary key (id, org_code),
  constraint message_type_known check (type in ('1', '2', '3', '4')),
  constraint message_status_known check (send_status in ('0', '1', '2', '3'))
);
comment on column message.send_status is '0 waiting or to be tried again, 1 sent, 2 failed for good, 3 being sent';
create index message_list on message (org_code, created_at desc, id desc);
create index message_done on message (created_at) where send_status in ('1', '2');
select protect_by_store('message');

-- What is to be sent by the SMS channel; the demo shows it.
create table sms_outbox (
  id uuid not null,
  phone text not null,
  text text not null,
  state text not null default 'waiting',
  -- A text message that is being handed to the provider, or is to be tried again, is nobody else's until then.
  claim_until timestamptz,
  tries integer not null default 0,
  result text not null default '',
  created_at timestamptz not null default now(),
  constraint sms_outbox_pkey primary key (id),
  constraint sms_outbox_state_known check (state in ('waiting', 'sent', 'failed'))
);
create index sms_outbox_waiting on sms_outbox (created_at) where state = 'waiting';
