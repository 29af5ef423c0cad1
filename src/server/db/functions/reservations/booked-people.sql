-- How many places of a session are taken. Cancelled and missed reservations take none.
create or replace function booked_people(p_session uuid, p_org_code text, p_but uuid default null) returns integer language sql stable as $$
  select coalesce(sum(r.people), 0)::integer from reservation r
    where r.session_id = p_session and r.org_code = p_org_code and r.id is distinct from p_but
      and r.state in ('WAITING', 'CONFIRMED', 'ARRIVED')
$$;
