-- Members hear of a higher level within a minute, where the store has words for it: the template member_levelup.
insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000130', 'levels.tell', '30 * * * * ?', '', '会员升级后按模板 member_levelup 通知会员');
create index level_notice_due on level_notice (raised_at);
