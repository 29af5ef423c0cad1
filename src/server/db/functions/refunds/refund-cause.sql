-- The ledger cause of a refund.
create or replace function refund_cause(made refund_order, p_kind text, p_now timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', p_kind, 'id', made.id, 'orgCode', made.org_code, 'operatorId', made.operator_id,
    'cashierId', made.cashier_id, 'terminalId', made.terminal_id, 'now', p_now)
$$;
