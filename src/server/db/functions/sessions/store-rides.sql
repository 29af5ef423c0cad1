-- Writes records of rides; settlements, edits and refunds change them later.
create or replace function store_rides(rides play_record[]) returns void language plpgsql as $$
begin
  insert into play_record select r.* from unnest(rides) r;
end
$$;
