-- The paper id of a ride's wristband labels; always the same for one ride.
create or replace function wristband_paper(p_ride uuid) returns uuid language sql immutable parallel safe as $$
  select overlay(overlay(md5('wristbands ' || p_ride) placing '8' from 13) placing '8' from 17)::uuid
$$;
