-- Message templates, and the messages made from them with what became of each.

create table sys_message_template (
  id uuid not null,
  org_code text collate "C" not null,
  template_code text not null,
  template_name text not null,
  template_content text not null default '',
  template_type text not null
    constraint sys_message_template_type_known check (template_type in ('1', '2', '3', '4')),
  template_test_json text not null default '',
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  constraint sys_message_template_pkey primary key (id, org_code),
  constraint sys_message_template_code_key unique (org_code, template_code)
);
comment on column sys_message_template.template_type is '1 SMS, 2 email, 3 WeChat, 4 system message';
create index sys_message_template_list on sys_message_template (org_code, create_time desc, id desc);

create table sys_message (
  -- Also what a receiving system knows the message by: a repeat carries the same id.
  id uuid not null,
  org_code text collate "C" not null,
  es_title text not null,
  es_content text not null,
  es_param text not null default '',
  es_receiver text not null,
  -- The person behind a system message's receiver.
  receiver_id uuid,
  es_type text not null constraint sys_message_type_known check (es_type in ('1', '2', '3', '4')),
  es_send_status text not null default '0'
    constraint sys_message_status_known check (es_send_status in ('0', '1', '2', '3')),
  es_send_num integer not null default 0,
  es_send_time timestamptz,
  es_result text not null default '',
  template_code text not null default '',
  remark text not null default '',
  create_by text not null,
  create_time timestamptz not null,
  constraint sys_message_pkey primary key (id, org_code)
);
comment on column sys_message.es_send_status is '0 waiting or to be tried again, 1 sent, 2 failed for good, 3 being sent';
create index sys_message_list on sys_message (org_code, create_time desc, id desc);
create index sys_message_done on sys_message (create_time) where es_send_status in ('1', '2');

select protect_by_store('sys_message_template');
select protect_by_store('sys_message');
