-- A cause as `post` takes it, with the business day and the shift that it belongs to.
create or replace function ledger_cause_of(
  p_kind text, p_id uuid, p_org_code text, p_operator uuid, p_cashier uuid, p_terminal uuid, p_now timestamptz,
  -- When it was, where a terminal kept it while the server was away.
  p_happened timestamptz default null,
  -- The shift in which it was there, as that terminal says: its clock may have been set meanwhile, and a shift of its own is believed.
  p_shift uuid default null
) returns ledger_cause language plpgsql as $$
declare
  named constant uuid := (select s.id from shift s where s.id = p_shift and s.org_code = p_org_code and s.terminal_id = p_terminal);
  shift_id uuid;
begin
  if named is not null then
    -- As `open_shift` does: whoever closes the shift waits, or this knows that it is closed and comes after what was counted.
    perform pg_advisory_xact_lock_shared(shift_seat(p_org_code, p_terminal, p_operator));
    shift_id := named;
  else
    shift_id := open_shift(p_org_code, p_terminal, p_operator, p_happened);
  end if;
  return (p_kind, p_id, p_org_code, p_operator, p_cashier, p_terminal, p_now, business_day(p_org_code, coalesce(p_happened, p_now)),
    shift_id)::ledger_cause;
end
$$;
