-- The queue entries that an id stands for: of an entry, a ticket's key, a play record or an order; the next one first, those that no longer
-- wait last.
create or replace function queued_as(p_id uuid) returns setof queue_entry language sql stable rows 2 as $$
  select q.* from (
      select * from queue_entry where id = p_id
      union all select * from queue_entry where guest_key = p_id
      union all select * from queue_entry where play_id = p_id
      union all select e.* from consume_order o cross join unnest(o.play_ids) paid (play_id)
        join queue_entry e on e.play_id = paid.play_id and e.org_code = o.org_code
        where o.id = p_id) q
    order by q.state not in ('WAITING', 'CALLED'), q.place, q.number
$$;
