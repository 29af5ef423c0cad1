-- Whether guests of a reservation may still arrive, all or the rest of them.
create or replace function is_awaited(booked reservation) returns boolean language sql immutable as $$
  select booked.state <> 'CANCELLED' and booked.arrived < booked.people
$$;
