-- The queue entry of a ride that begins, has already ended, or waits in the queue, as `store_queue_entries` takes it. An expression in the
-- order of the table's columns, which PostgreSQL inlines.
create or replace function new_queue_entry(
  p_entry uuid,
  /* With its number. */
  ride play_record,
  /* The state of its run; null where it is queued. */
  p_run_state text,
  p_day date,
  /* How long it may wait. */
  p_minutes integer
) returns queue_entry language sql volatile as $$
  select row(p_entry, ride.org_code, ride.id, p_day, ride.queue_number,
    case when p_run_state is null then 'WAITING' when p_run_state = 'RUNNING' then 'STARTED' else 'DONE' end, ride.created_at,
    case when p_run_state is null then (p_day - date '2000-01-01') * 100000 + ride.queue_number else 0 end,
    case when p_run_state is null then ride.created_at + make_interval(mins => p_minutes) end, null, null, null, '', '',
    case when p_run_state is null then gen_random_uuid() end)::queue_entry
$$;
