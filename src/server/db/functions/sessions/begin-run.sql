-- Begins a run. The caller has locked the vehicle. A run that is already over, or whose vehicle was busy, is stored as ended and leaves
-- the vehicle unchanged. Returns its state.
create or replace function begin_run(
  p_run uuid, p_org_code text, p_play uuid, p_vehicle uuid, p_mode text, p_racer text, p_laps integer, p_minutes integer,
  p_started_by text, p_begun timestamptz, p_now timestamptz, p_busy boolean default false
) returns text language plpgsql as $$
declare
  begun run;
  delay_seconds integer := 0;
begin
  if p_mode = 'timermode' then
    delay_seconds := (select v.delay_stop_seconds from vehicle v where v.id = p_vehicle and v.org_code = p_org_code);
  end if;
  begun := new_run(p_run, p_org_code, p_play, p_vehicle, p_mode, p_racer, p_laps, p_minutes, delay_seconds, p_started_by, p_begun, p_now,
    p_busy);
  perform store_runs(array[begun]);
  return begun.state;
end
$$;
