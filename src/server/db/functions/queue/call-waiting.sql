-- Calls the next of a store's line, so many at most, and no more than the store calls ahead; whoever is called has the store's whole time
-- again. Answers their ids. One after the other in a store, so that two who call at once call two.
create or replace function call_waiting(p_org_code text, p_most integer, p_by text, p_now timestamptz) returns uuid[]
language plpgsql as $$
declare
  venue store;
  called integer;
  next_ones uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('queue of ' || p_org_code, 0));
  select s.* into venue from store s where s.org_code = p_org_code;
  called := (select count(*) from queue_entry q where q.org_code = p_org_code and q.state = 'CALLED' and q.expires_at > p_now);
  next_ones := array(select q.id from queue_entry q
    where q.org_code = p_org_code and q.state = 'WAITING' and q.expires_at > p_now
    order by q.place, q.number limit least(p_most, greatest(0, venue.queue_call_ahead - called)) for update skip locked);
  update queue_entry q set state = 'CALLED', called_at = p_now, updated_at = p_now, updated_by = p_by,
      expires_at = p_now + make_interval(mins => venue.queue_minutes)
    where q.id = any (next_ones) and q.org_code = p_org_code;
  return next_ones;
end
$$;
