-- Trials: linked to the recharge that follows them, or escaped after an hour.

-- A recharge is linked to one trial.
create unique index play_before_pay_recharge_key on play_before_pay (recharge_id, org_code) where recharge_id is not null;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000470', 'playRecords.escape', '40 * * * * ?', '', '把超过一小时仍未付的试玩转为逃单');
