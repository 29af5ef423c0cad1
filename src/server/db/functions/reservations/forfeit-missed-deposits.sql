-- Turns the deposits of guests who have not come by the end of their session into revenue. Returns the reservations.
create or replace function forfeit_missed_deposits(p_now timestamptz) returns table (id uuid, org_code text) language plpgsql as $$
declare
  booked reservation;
begin
  for booked in
    select r.* from reservation r join store s on s.org_code = r.org_code
      where r.state = 'MISSED' and r.deposit_state = 'held' and r.ends_at <= p_now
        and r.starts_at + make_interval(mins => s.reservation_grace) <= p_now
      order by r.id limit 200 for update of r skip locked
  loop
    perform end_book_deposit(booked, true, gen_random_uuid(), null, null, null, '', null, p_now);
    id := booked.id;
    org_code := booked.org_code;
    return next;
  end loop;
end
$$;
