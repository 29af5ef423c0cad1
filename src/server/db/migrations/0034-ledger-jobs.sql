insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000133', 'ledger.expire', '0 5 * * * ?', '', '把到期的储值、赠送、积分、圈数和次数记入账本'),
  ('01900000-0000-7000-8040-000000000134', 'ledger.check', '0 40 3 * * ?', '', '重算账本，核对钱包、批次和占用，不一致时通知管理人员');
