-- A cause as `post` takes it, with its business day and shift.
create or replace function ledger_cause_of(
  p_kind text, p_id uuid, p_org_code text, p_operator uuid, p_cashier uuid, p_terminal uuid, p_now timestamptz,
  -- The time of the act, where a terminal stored it offline.
  p_happened timestamptz default null,
  -- The shift named by the terminal of an offline act: the terminal's clock may have been set meanwhile, and its own shift is accepted.
  p_shift uuid default null
) returns ledger_cause language plpgsql as $$
declare
  named constant uuid := (select s.id from shift s where s.id = p_shift and s.org_code = p_org_code and s.terminal_id = p_terminal);
  shift_id uuid;
begin
  if named is not null then
    -- As in `open_shift`: closing the shift waits for this transaction, or this sees the closed shift and comes after its count.
    perform pg_advisory_xact_lock_shared(shift_seat(p_org_code, p_terminal, p_operator));
    shift_id := named;
  else
    shift_id := open_shift(p_org_code, p_terminal, p_operator, p_happened);
  end if;
  return (p_kind, p_id, p_org_code, p_operator, p_cashier, p_terminal, p_now, business_day(p_org_code, coalesce(p_happened, p_now)),
    shift_id, null)::ledger_cause;
end
$$;
