-- The run that occupies a locked vehicle now; one whose end has passed is closed on the way, and its queue entry with it.
create or replace function run_on(p_vehicle uuid, p_org_code text, p_now timestamptz) returns setof game_log
language plpgsql as $$
declare
  run game_log;
begin
  select * into run from game_log where vehicle_id = p_vehicle and org_code = p_org_code and state = 'RUNNING';
  if not found then
    return;
  end if;
  if run.ends_at is null or run.ends_at > p_now then
    return next run;
    return;
  end if;
  perform end_run(run.id, p_org_code, run.ends_at,
    case when run.stopped_by <> '' then 'stopped' when run.run_mode = 'circlemode' then 'laps' else 'time' end, run.stopped_by);
end
$$;
