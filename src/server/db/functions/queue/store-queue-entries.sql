-- Writes queue entries of rides that begin or wait; a number that another ride has violates the constraint.
create or replace function store_queue_entries(entries queue_entry[]) returns void language plpgsql as $$
begin
  insert into queue_entry select e.* from unnest(entries) e;
end
$$;
