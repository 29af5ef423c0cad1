-- Writes the records of rides that are charged.
create or replace function store_rides(rides play_record[]) returns void language plpgsql as $$
begin
  insert into play_record select r.* from unnest(rides) r;
end
$$;
