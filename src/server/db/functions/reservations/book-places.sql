-- Locks a session and refuses where it takes no more people, or not so many. The capacity holds because whoever books waits here.
create or replace function book_places(
  p_session uuid, p_people integer,
  /* Whose places do not count, because they are asked for anew; or null. */
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
  -- A statement of its own: it sees what was committed while this one waited.
  taken := booked_people(wanted.id, wanted.org_code, p_but);
  if wanted.capacity > 0 and taken + p_people > wanted.capacity then
    perform refuse('reservations.sessionFull', jsonb_build_object('field', 'people', 'capacity', wanted.capacity, 'left',
      greatest(0, wanted.capacity - taken)));
  end if;
  return wanted;
end
$$;
