-- Continues the rest of a run on another vehicle: ends the run on the first vehicle, and its record names the new one. The caller has
-- locked both vehicles and checked that the second is free.
create or replace function move_run(p_run uuid, p_org_code text, p_new_run uuid, p_vehicle uuid, p_by text, p_now timestamptz) returns void
language plpgsql as $$
declare
  old run;
  rest run;
  place record;
begin
  select * into old from run g where g.id = p_run and g.org_code = p_org_code;
  select v.name, v.delay_stop_seconds into place from vehicle v where v.id = p_vehicle and v.org_code = p_org_code;
  perform end_run(p_run, p_org_code, p_now, 'swapped', p_by);
  -- Assignments: PL/pgSQL evaluates them without a query.
  rest.id := p_new_run;
  rest.org_code := p_org_code;
  rest.play_id := old.play_id;
  rest.vehicle_id := p_vehicle;
  rest.run_mode := old.run_mode;
  rest.racer := old.racer;
  rest.started_by := p_by;
  rest.state := 'RUNNING';
  rest.started_at := p_now;
  -- The time under an emergency stop is given back now, because its release extends only runs on the first vehicle.
  rest.ends_at := old.ends_at + make_interval(secs => place.delay_stop_seconds - old.delay_seconds)
    + (p_now - greatest(old.started_at, coalesce(stopped_since(old.vehicle_id, p_org_code), p_now)));
  rest.delay_seconds := case when old.ends_at is null then 0 else place.delay_stop_seconds end;
  rest.laps := greatest(0, old.laps - old.laps_done);
  rest.extended := old.extended;
  rest.continues := p_run;
  perform store_runs(array[rest]);
  update play_record p set vehicle_id = p_vehicle, vehicle_name = place.name, run_id = p_new_run
    where p.id = old.play_id and p.org_code = p_org_code;
end
$$;
