-- Counts a run into the use of its vehicle when it has ended. Only one run of a vehicle goes on at a time, so nobody waits for this row.
create or replace function count_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into vehicle_hour as known (org_code, day, hour, vehicle_id, runs, seconds, laps)
    select new.org_code, business_day(new.org_code, new.started_at), to_char(new.started_at at time zone s.time_zone, 'HH24'),
        new.vehicle_id, 1, greatest(0, extract(epoch from new.ended_at - new.started_at)::bigint), new.laps
      from store s where s.org_code = new.org_code
    on conflict on constraint vehicle_hour_pkey do update
      set runs = known.runs + 1, seconds = known.seconds + excluded.seconds, laps = known.laps + excluded.laps;
  return null;
end
$$;

create or replace trigger game_log_counted after insert on game_log
  for each row when (new.state = 'ENDED') execute function count_run();
create or replace trigger game_log_ended_counted after update on game_log
  for each row when (old.state <> 'ENDED' and new.state = 'ENDED') execute function count_run();
