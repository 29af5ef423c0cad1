-- How each business day of each store was, as its owners were told; and files that go along with messages.

create table daily_report (
  id uuid not null,
  org_code text collate "C" not null,
  day date not null,
  -- By decision 0025, in fen; counts where it says so.
  revenue bigint not null,
  recharges bigint not null,
  guests bigint not null,
  cash bigint not null,
  scan bigint not null,
  refunded bigint not null,
  consumption bigint not null,
  orders integer not null,
  sessions integer not null,
  -- The same weekday a week before.
  revenue_before bigint not null,
  -- What the day's shifts counted more or less than they ought to have had, all together.
  drawer_difference bigint not null,
  -- Differences that nobody had explained.
  open_differences integer not null,
  -- What was owed to members when it was made.
  owed_balance bigint not null,
  owed_give bigint not null,
  created_at timestamptz not null,
  constraint daily_report_pkey primary key (id, org_code),
  constraint daily_report_once unique (day, org_code)
);
create index daily_report_list on daily_report (org_code, created_at desc, id desc);
select protect_by_store('daily_report');
revoke update, delete on daily_report from pitlane_app;

-- How somebody wants to get the daily report; who is not here gets a message.
create table report_receiver (
  user_id uuid not null,
  way text not null constraint report_receiver_way_known check (way in ('message', 'mail', 'both', 'none')),
  updated_at timestamptz not null,
  constraint report_receiver_pkey primary key (user_id),
  constraint report_receiver_person foreign key (user_id) references user_account (id) on delete cascade
);

-- A file that goes along with a message by mail.
create table message_attachment (
  message_id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  content_type text not null,
  content bytea not null,
  constraint message_attachment_pkey primary key (message_id, org_code),
  constraint message_attachment_message foreign key (message_id, org_code) references message (id, org_code) on delete cascade
);
select protect_by_store('message_attachment');
revoke update, delete on message_attachment from pitlane_app;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000149', 'reports.daily', '0 10 * * * ?', '', '营业日结束后生成日报，发给负责人');
