-- Begins a paid ride, or puts it in line where `p_run` is null: gives it its number and ticket, writes run and queue entry, and answers
-- the record as it is to be stored. Last of all that a transaction does, because the store's other starts wait for the number.
create or replace function open_ride(
  ride play_before_pay, p_run uuid, p_entry uuid, p_started_by text, p_queue_prefix text, p_day date, p_now timestamptz
) returns play_before_pay language plpgsql as $$
begin
  ride.state := 'CONSUMED';
  ride.created_at := p_now;
  ride.settled_at := p_now;
  ride.game_log_id := p_run;
  if p_run is not null then
    insert into game_log (id, org_code, play_id, vehicle_id, run_mode, racer, started_by, state, started_at, ends_at, laps)
      values (p_run, ride.org_code, ride.id, ride.vehicle_id, ride.run_mode, ride.racer, p_started_by, 'RUNNING', p_now,
        case ride.run_mode when 'timermode' then p_now + make_interval(mins => ride.minutes) end,
        case ride.run_mode when 'circlemode' then ride.laps else 0 end);
  end if;
  ride.queue_number := next_queue_number(ride.org_code, p_day);
  ride.ticket_no := p_queue_prefix || lpad(ride.queue_number::text, greatest(3, length(ride.queue_number::text)), '0');
  insert into queue_entry (id, org_code, play_id, business_day, number, created_at, state)
    values (p_entry, ride.org_code, ride.id, p_day, ride.queue_number, p_now,
      case when p_run is null then 'WAITING' else 'STARTED' end);
  return ride;
end
$$;
