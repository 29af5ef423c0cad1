-- Undoes an unpaid arrival: the order that was to queue these guests has been closed. Guests who were missed before are missed again when
-- `miss_reservations` finds them.
create or replace function unarrive_reservation() returns trigger language plpgsql as $$
begin
  update reservation r set arrived = r.arrived - a.people,
      state = case when r.arrived = a.people then case when r.to_confirm then 'WAITING' else 'CONFIRMED' end else r.state end,
      arrived_at = case when r.arrived = a.people then null else r.arrived_at end
    from reservation_arrival a
    where a.order_id = new.id and a.org_code = new.org_code and r.id = a.reservation_id and r.org_code = a.org_code;
  return null;
end
$$;

create or replace trigger consume_order_unarrives after update of state on consume_order
  for each row when (old.state = 'nopay' and new.state = 'closed') execute function unarrive_reservation();
