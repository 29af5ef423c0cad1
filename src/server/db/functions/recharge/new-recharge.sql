-- The order of a recharge that is paid in cash at once. An expression in the order of the table's columns, which PostgreSQL inlines.
create or replace function new_recharge(
  /* As for `recharge_members`. */ call jsonb, rule recharge_rule,
  /* What is paid, and what is put on the paid balance. */ p_amount bigint, p_money bigint,
  /* The last day of what it gives; null where it never ends. */ p_last_day date,
  p_cashier_name text, p_terminal_name text, p_now timestamptz
) returns recharge_order language sql stable as $$
  select row((call ->> 'key')::uuid, rule.org_code, call ->> 'memberId', false, 'recharge', rule.id, rule.name, 'paid', 'cash', p_amount,
    p_money, rule.give, rule.integral, rule.frequency, rule.project_type, rule.laps, p_last_day, 0, 0, null, rule.member_level, '',
    call ->> 'remark', call ->> 'printId', call ->> 'locale', (call ->> 'userId')::uuid, call ->> 'realname', (call ->> 'cashierId')::uuid,
    coalesce(p_cashier_name, ''), (call ->> 'terminalId')::uuid, coalesce(p_terminal_name, ''), p_now, p_now, null, 0,
    rule.gift_id, case when rule.gift_id is null then 0 else rule.gift_count end)::recharge_order
$$;
