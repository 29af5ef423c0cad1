-- A cause as `post` takes it, with the business day and the shift that it belongs to.
create or replace function ledger_cause_of(
  p_kind text, p_id uuid, p_org_code text, p_operator uuid, p_cashier uuid, p_terminal uuid, p_now timestamptz,
  -- When it was, where a terminal kept it while the server was away.
  p_happened timestamptz default null
) returns ledger_cause language plpgsql as $$
begin
  return (p_kind, p_id, p_org_code, p_operator, p_cashier, p_terminal, p_now, business_day(p_org_code, coalesce(p_happened, p_now)),
    open_shift(p_org_code, p_terminal, p_operator, p_happened))::ledger_cause;
end
$$;
