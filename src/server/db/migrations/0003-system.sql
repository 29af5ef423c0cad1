-- Dictionaries, positions, categories, check rules, kept files, and what the server does by the clock.

create table dictionary (
  id text not null,
  code text not null,
  name_zh text not null,
  name_en text not null,
  description text not null default '',
  type smallint not null default 0,
  deleted_at timestamptz,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint dictionary_pkey primary key (id),
  constraint dictionary_code_key unique (code),
  constraint dictionary_type_known check (type in (0, 1))
);
comment on column dictionary.type is 'whether the items'' values are texts (0) or numbers (1), as clients of the family keep it';
comment on column dictionary.deleted_at is 'in the recycle bin since; its code stays taken until it is removed for good';
create index dictionary_created_at_idx on dictionary (created_at, id);

create table dictionary_item (
  id text not null,
  dictionary_id text not null,
  value text not null,
  text_zh text not null,
  text_en text not null,
  description text not null default '',
  sort_order integer not null default 0,
  status smallint not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint dictionary_item_pkey primary key (id),
  constraint dictionary_item_dictionary_id_fkey foreign key (dictionary_id) references dictionary on delete cascade,
  constraint dictionary_item_value_key unique (dictionary_id, value),
  constraint dictionary_item_status_known check (status in (0, 1))
);
comment on column dictionary_item.status is '1 in use, 0 retired';

create table job_position (
  id uuid not null,
  org_code text collate "C" not null,
  code text not null,
  name text not null,
  post_rank text not null default '',
  company_id text,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint job_position_pkey primary key (id, org_code),
  constraint job_position_code_key unique (org_code, code)
);
create index job_position_list on job_position (org_code, created_at, id);
select protect_by_store('job_position');

-- A tree by codes: A01, A01A01, as stores have them. Every store sees it.
create table category (
  id uuid not null,
  parent_id uuid,
  name text not null,
  code text collate "C" not null,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint category_pkey primary key (id),
  constraint category_parent_id_fkey foreign key (parent_id) references category on delete cascade,
  constraint category_code_key unique (code)
);
create index category_parent_idx on category (parent_id, code);

-- Rules that codes are checked by, for every store; the patterns run under a time limit.
create table check_rule (
  id uuid not null,
  rule_name text not null,
  rule_code text not null,
  -- What `digits` cover, which pattern they must fit, and what is said otherwise.
  rule_json text not null,
  rule_description text not null default '',
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint check_rule_pkey primary key (id),
  constraint check_rule_rule_code_key unique (rule_code)
);
create index check_rule_created_at_idx on check_rule (created_at, id);

-- Files that people keep on the server and see in a list; what other screens upload is not among them.
create table stored_file (
  id uuid not null,
  org_code text collate "C" not null,
  file_name text not null,
  -- Below the API's address, such as /sys/common/static/oss/202601/<random id>.png.
  url text not null,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint stored_file_pkey primary key (id, org_code)
);
create index stored_file_list on stored_file (org_code, created_at, id);
select protect_by_store('stored_file');

-- What the server does by the clock. Jobs are named after code that exists; nothing here is run as code.
create table scheduled_job (
  id uuid not null,
  job_name text not null,
  cron_expression text not null,
  parameter text not null default '',
  description text not null default '',
  status smallint not null default 0,
  -- Whoever moves it on, under the row's lock, is the one copy of the server that starts this occurrence.
  next_run_at timestamptz,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint scheduled_job_pkey primary key (id),
  constraint scheduled_job_name_key unique (job_name),
  constraint scheduled_job_status_known check (status in (0, -1))
);
comment on column scheduled_job.status is '0 normal, -1 paused';
create index scheduled_job_due on scheduled_job (next_run_at) where status = 0;

create table job_run (
  id uuid not null,
  job_name text not null,
  cause text not null,
  started_by text not null default '',
  state text not null,
  result text not null default '',
  queued_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint job_run_pkey primary key (id),
  constraint job_run_cause_known check (cause in ('schedule', 'person')),
  constraint job_run_state_known check (state in ('queued', 'running', 'done', 'failed'))
);
create index job_run_list on job_run (queued_at desc, id desc);
create index job_run_of_job on job_run (job_name, queued_at desc);

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000001', 'runs.end', '0/30 * * * * ?', '', '结束已到时间的计时场次，释放车辆'),
  ('01900000-0000-7000-8040-000000000002', 'printJobs.expire', '0 0/10 * * * ?', '', '关闭已过期的打印任务'),
  ('01900000-0000-7000-8040-000000000003', 'tokens.prune', '0 15 4 * * ?', '7', '清除过期的登录令牌和短信验证码（保留天数）'),
  ('01900000-0000-7000-8040-000000000004', 'messages.prune', '0 30 4 * * ?', '90', '清除旧的消息发送记录（保留天数）');
