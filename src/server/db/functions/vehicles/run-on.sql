-- The current run of a locked vehicle; a run past its end is ended first, with its queue entry.
create or replace function run_on(p_vehicle uuid, p_org_code text, p_now timestamptz) returns setof run
language plpgsql as $$
declare
  found_run run;
begin
  select * into found_run from run where vehicle_id = p_vehicle and org_code = p_org_code and state = 'RUNNING';
  if not found then
    return;
  end if;
  if found_run.ends_at is null or found_run.ends_at > p_now then
    return next found_run;
    return;
  end if;
  perform end_run(found_run.id, p_org_code, found_run.ends_at,
    case when found_run.stopped_by <> '' then 'stopped' when found_run.run_mode = 'circlemode' then 'laps' else 'time' end, found_run.stopped_by);
end
$$;
