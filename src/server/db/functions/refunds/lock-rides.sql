-- Locks the vehicles of a paid order's running rides before anything else, in the lock order of start and stop.
create or replace function lock_rides(p_order uuid) returns void language plpgsql as $$
begin
  perform 1 from vehicle v join consume_order o on o.org_code = v.org_code
    where o.id = p_order and o.state = 'paid' and o.settles = '' and exists (select from run g
      where g.play_id = any (o.play_ids) and g.org_code = o.org_code and g.vehicle_id = v.id and g.state = 'RUNNING')
    order by v.id for update of v;
end
$$;
