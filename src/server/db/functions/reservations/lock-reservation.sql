-- Locks the session and then the reservation, in the order used everywhere, so that changes to a session's bookings are serialized.
create or replace function lock_reservation(p_id uuid) returns reservation language plpgsql as $$
declare
  booked reservation;
  session uuid;
begin
  select r.session_id into session from reservation r where r.id = p_id;
  perform 1 from reservation_session s where s.id = session for no key update;
  select r.* into booked from reservation r where r.id = p_id for update;
  if not found then
    perform refuse('common.recordNotFound', '{"field": "id"}');
  elsif booked.session_id <> session then
    perform refuse('reservations.changedMeanwhile');
  end if;
  return booked;
end
$$;
