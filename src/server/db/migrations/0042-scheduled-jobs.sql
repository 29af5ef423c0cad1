-- What the server does by the clock. Jobs are named after code that exists; nothing here is run as code.

create table sys_quartz_job (
  id uuid constraint sys_quartz_job_pkey primary key,
  job_class_name text not null constraint sys_quartz_job_name_key unique,
  cron_expression text not null,
  parameter text not null default '',
  description text not null default '',
  status smallint not null default 0 constraint sys_quartz_job_status_known check (status in (0, -1)),
  -- Whoever moves it on, under the row's lock, is the one copy of the server that starts this occurrence.
  next_run_time timestamptz,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz
);
comment on column sys_quartz_job.status is '0 normal, -1 paused';
create index sys_quartz_job_due on sys_quartz_job (next_run_time) where status = 0;

create table sys_quartz_run (
  id uuid constraint sys_quartz_run_pkey primary key,
  job_class_name text not null,
  cause text not null constraint sys_quartz_run_cause_known check (cause in ('schedule', 'person')),
  started_by text not null default '',
  state text not null constraint sys_quartz_run_state_known check (state in ('queued', 'running', 'done', 'failed')),
  result text not null default '',
  queued_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index sys_quartz_run_list on sys_quartz_run (queued_at desc, id desc);
create index sys_quartz_run_of_job on sys_quartz_run (job_class_name, queued_at desc);

insert into sys_quartz_job (id, job_class_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000001', 'runs.end', '0/30 * * * * ?', '', '结束已到时间的计时场次，释放车辆'),
  ('01900000-0000-7000-8040-000000000002', 'printJobs.expire', '0 0/10 * * * ?', '', '关闭已过期的打印任务'),
  ('01900000-0000-7000-8040-000000000003', 'tokens.prune', '0 15 4 * * ?', '7', '清除过期的登录令牌和短信验证码（保留天数）'),
  ('01900000-0000-7000-8040-000000000004', 'messages.prune', '0 30 4 * * ?', '90', '清除旧的消息发送记录（保留天数）');
