-- What a settlement leaves in the audit trail.
create or replace function settled_entry(/* The argument of `charge_play`. */ call jsonb, sold consume_order) returns audit_entry
language sql stable as $$
  select audit_entry_of(call, sold.org_code, call ->> 'kind', sold.id::text, jsonb_build_object('id', sold.play_id),
    p_after => jsonb_build_object('id', sold.id, 'play_id', sold.play_id, 'member_id', sold.member_id, 'rule_id', sold.rule_id,
      'state', sold.state, 'consume_type', sold.consume_type, 'pay_mode', sold.pay_mode, 'usage_mode', sold.usage_mode,
      'people', sold.people, 'amount', sold.amount, 'paid_balance', sold.paid_balance, 'paid_give', sold.paid_give, 'racer', sold.racer,
      'remark', sold.remark, 'cashier_id', sold.cashier_id, 'terminal_id', sold.terminal_id))
$$;
