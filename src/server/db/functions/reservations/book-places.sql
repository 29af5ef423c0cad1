-- Locks a session and refuses where it is closed or has too few places. The lock makes concurrent bookings wait, so the capacity holds.
create or replace function book_places(
  p_session uuid, p_people integer,
  /* The reservation being changed, whose own places do not count; or null. */
  p_but uuid, p_now timestamptz
) returns reservation_session language plpgsql as $$
declare
  wanted reservation_session;
  taken integer;
begin
  select s.* into wanted from reservation_session s where s.id = p_session for no key update;
  if not found then
    perform refuse('reservations.sessionNotFound', '{"field": "sessionId"}');
  elsif wanted.ends_at <= p_now then
    perform refuse('reservations.sessionOver', '{"field": "sessionId"}');
  elsif wanted.locked then
    perform refuse('reservations.sessionLocked', '{"field": "sessionId"}');
  end if;
  -- A separate statement sees what was committed while this transaction waited for the lock.
  taken := booked_people(wanted.id, wanted.org_code, p_but);
  if wanted.capacity > 0 and taken + p_people > wanted.capacity then
    perform refuse('reservations.sessionFull', jsonb_build_object('field', 'people', 'capacity', wanted.capacity, 'left',
      greatest(0, wanted.capacity - taken)));
  end if;
  return wanted;
end
$$;
