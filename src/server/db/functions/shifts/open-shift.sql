-- The shift to which an act at a counter belongs; null where there is none. An act that a terminal stored offline belongs to the shift of
-- that moment, open or closed, and amends it. Cash of a moment without an open shift belongs to none: the float of the next shift was
-- counted with it.
--
-- The caller holds the counter's lock (shared) until the transaction ends, and closing the shift waits for it. So a sale is either in the
-- sum that its shift was closed with, or sees that the shift is closed.
create or replace function open_shift(
  p_org_code text, p_terminal uuid, p_operator uuid, p_happened timestamptz default null
) returns uuid language plpgsql as $$
begin
  if shift_at(p_org_code, p_terminal, p_operator, p_happened) is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(shift_seat(p_org_code, p_terminal, p_operator));
  -- Read again: the shift may have been closed while this transaction waited.
  return shift_at(p_org_code, p_terminal, p_operator, p_happened);
end
$$;
