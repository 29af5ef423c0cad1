-- Begins a paid ride, or queues it where `p_run` is null: assigns its number and ticket, writes run and queue entry, and returns the record
-- to store. Called last in a transaction, because the store's other starts wait for the number.
create or replace function open_ride(
  ride play_record, p_run uuid, p_entry uuid, p_started_by text, p_queue_prefix text, p_day date, p_now timestamptz
) returns play_record language plpgsql as $$
begin
  if p_run is not null then
    perform begin_run(p_run, ride.org_code, ride.id, ride.vehicle_id, ride.run_mode, ride.racer, ride.laps, ride.minutes, p_started_by,
      p_now, p_now);
  end if;
  ride := opened_ride(ride, p_run, next_queue_number(ride.org_code, p_day), p_queue_prefix, p_now);
  if p_run is not null then
    insert into queue_entry (id, org_code, play_id, business_day, number, created_at, state)
      values (p_entry, ride.org_code, ride.id, p_day, ride.queue_number, p_now, 'STARTED');
  else
    insert into queue_entry (id, org_code, play_id, business_day, number, created_at, state, place, expires_at, guest_key)
      select p_entry, ride.org_code, ride.id, p_day, ride.queue_number, p_now, 'WAITING',
          (p_day - date '2000-01-01') * 100000 + ride.queue_number, p_now + make_interval(mins => s.queue_minutes), gen_random_uuid()
        from store s where s.org_code = ride.org_code;
  end if;
  return ride;
end
$$;
