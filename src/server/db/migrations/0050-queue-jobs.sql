insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000142', 'queue.expire', '0 * * * * ?', '', '把排队超过有效时间的号码作废，并按设置自动叫号');
