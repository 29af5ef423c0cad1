-- Calls up to that many next entries of a store's queue, within the number that the store calls ahead; called guests get the store's whole
-- waiting time again. Entries of one order ride together, so they are called together, even beyond that number. Returns their ids. Calls of
-- one store are serialized, so that two concurrent callers call two guests.
create or replace function call_waiting(p_org_code text, p_most integer, p_by text, p_now timestamptz) returns uuid[]
language plpgsql as $$
declare
  venue store;
  called integer;
  next_ones uuid[];
  order_ids uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('queue of ' || p_org_code, 0));
  select s.* into venue from store s where s.org_code = p_org_code;
  called := (select count(*) from queue_entry q where q.org_code = p_org_code and q.state = 'CALLED' and q.expires_at > p_now);
  next_ones := array(select q.id from queue_entry q
    where q.org_code = p_org_code and q.state = 'WAITING' and q.expires_at > p_now
    order by q.place, q.number limit least(p_most, greatest(0, venue.queue_call_ahead - called)) for update skip locked);
  order_ids := array(select distinct p.consume_id from queue_entry q
    join play_record p on p.id = q.play_id and p.org_code = q.org_code
    where q.id = any (next_ones) and q.org_code = p_org_code);
  next_ones := next_ones || array(select q.id from consume_order o
    cross join unnest(o.play_ids) ride (id)
    join queue_entry q on q.play_id = ride.id and q.org_code = o.org_code
    where o.id = any (order_ids) and o.org_code = p_org_code and q.state = 'WAITING' and q.expires_at > p_now and q.id <> all (next_ones)
    order by q.place, q.number for update of q skip locked);
  update queue_entry q set state = 'CALLED', called_at = p_now, updated_at = p_now, updated_by = p_by,
      expires_at = p_now + make_interval(mins => venue.queue_minutes)
    where q.id = any (next_ones) and q.org_code = p_org_code;
  return next_ones;
end
$$;
