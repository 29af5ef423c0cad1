-- Reports on the home page of a user, and reports that are sent by schedule.

create table custom_report_tile (
  user_id uuid not null,
  -- The id of a report, or the name of one that comes with the product.
  report_id text not null,
  place integer not null,
  constraint custom_report_tile_pkey primary key (user_id, report_id),
  constraint custom_report_tile_user foreign key (user_id) references user_account (id) on delete cascade
);

create table custom_report_schedule (
  id uuid not null,
  -- Where its owner worked: the report runs in this scope.
  org_code text collate "C" not null,
  owner_id uuid not null,
  report_id text not null,
  every text not null constraint custom_report_schedule_every_known check (every in ('day', 'week', 'month')),
  hour integer not null constraint custom_report_schedule_hour_range check (hour between 0 and 23),
  recipients uuid[] not null,
  -- The occurrence that is sent next; whoever sends it moves it on.
  next_run_at timestamptz not null,
  last_run_at timestamptz,
  -- The code of the error of the last occurrence; empty: it was sent.
  last_error text not null default '',
  constraint custom_report_schedule_pkey primary key (id, org_code),
  constraint custom_report_schedule_key unique (owner_id, report_id, org_code),
  constraint custom_report_schedule_owner foreign key (owner_id) references user_account (id) on delete cascade
);
create index custom_report_schedule_due on custom_report_schedule (next_run_at);
select protect_by_store('custom_report_schedule');

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000235', 'customReports.send', '0 */5 * * * ?', '', '到点后生成自定义报表，发给收件人');
