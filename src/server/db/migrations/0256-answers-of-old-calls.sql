-- The answers of keyed calls are forgotten after a time; their keys stay, so that a late repetition takes no effect twice. The server's role
-- may still change no row: `forget_answers` does it, and remembers how far it is.
create table forgotten_answers (
  only_row boolean not null default true,
  until timestamptz not null,
  constraint forgotten_answers_pkey primary key (only_row),
  constraint forgotten_answers_one_row check (only_row)
);
revoke all on forgotten_answers from pitlane_app;

-- Calls are stored in the order of their time, so an index of ranges of blocks finds those of a day, and costs an insert nothing.
create index request_key_time on request_key using brin (created_at) with (pages_per_range = 32, autosummarize = on);

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000256', 'answers.forget', '0 50 4 * * ?', '', '清除九十天前请求的应答内容（请求号永久保留，重复提交不会再次生效）');
