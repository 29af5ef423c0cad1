-- Continues the rest of a run on another vehicle: ends the run on the first vehicle, and its record names the new one. The caller has
-- locked both vehicles and checked that the second is free.
create or replace function move_run(p_run uuid, p_org_code text, p_new_run uuid, p_vehicle uuid, p_by text, p_now timestamptz) returns void
language plpgsql as $$
declare
  old run;
  place record;
begin
  select * into old from run g where g.id = p_run and g.org_code = p_org_code;
  select v.name, v.delay_stop_seconds into place from vehicle v where v.id = p_vehicle and v.org_code = p_org_code;
  perform end_run(p_run, p_org_code, p_now, 'swapped', p_by);
  insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, started_by, state, started_at, ends_at, delay_seconds, laps,
      extended, continues)
    values (p_new_run, p_org_code, old.play_id, p_vehicle, old.run_mode, old.racer, p_by, 'RUNNING', p_now,
      old.ends_at + make_interval(secs => place.delay_stop_seconds - old.delay_seconds),
      case when old.ends_at is null then 0 else place.delay_stop_seconds end, greatest(0, old.laps - old.laps_done), old.extended, p_run);
  update play_record p set vehicle_id = p_vehicle, vehicle_name = place.name, run_id = p_new_run
    where p.id = old.play_id and p.org_code = p_org_code;
end
$$;
