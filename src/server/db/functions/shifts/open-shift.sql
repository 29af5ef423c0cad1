-- The shift that what happens at a counter belongs to; null where there is none. Something of earlier, which a terminal kept while the
-- server was away, belongs to the shift of that moment, closed or not: it amends that one. Cash of a moment at which none was open
-- lies in no shift: the float of the next one was counted with it.
--
-- Whoever gets a shift here shares its counter until the end of the transaction, and closing it waits so long. So a sale is either in
-- the sum that its shift was closed with, or knows that the shift is closed.
create or replace function open_shift(
  p_org_code text, p_terminal uuid, p_operator uuid, p_happened timestamptz default null
) returns uuid language plpgsql as $$
begin
  if shift_at(p_org_code, p_terminal, p_operator, p_happened) is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(shift_seat(p_org_code, p_terminal, p_operator));
  -- Anew: it may have been closed while this waited.
  return shift_at(p_org_code, p_terminal, p_operator, p_happened);
end
$$;
