-- A cause as `post` takes it, with the business day and the shift that it belongs to.
create or replace function ledger_cause_of(
  p_kind text, p_id uuid, p_org_code text, p_operator uuid, p_cashier uuid, p_terminal uuid, p_now timestamptz
) returns ledger_cause language plpgsql stable as $$
begin
  return (p_kind, p_id, p_org_code, p_operator, p_cashier, p_terminal, p_now, business_day(p_org_code, p_now),
    open_shift(p_org_code, p_terminal, p_operator))::ledger_cause;
end
$$;
