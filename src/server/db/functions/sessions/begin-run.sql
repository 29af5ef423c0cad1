-- Begins a run; the only function that writes runs. The caller has locked the vehicle. A run that is already over, or whose vehicle was
-- busy, is stored as ended and leaves the vehicle unchanged. Returns its state.
create or replace function begin_run(
  p_run uuid, p_org_code text, p_play uuid, p_vehicle uuid, p_mode text, p_racer text, p_laps integer, p_minutes integer,
  p_started_by text, p_begun timestamptz, p_now timestamptz, p_busy boolean default false
) returns text language plpgsql as $$
declare
  ends timestamptz;
  ended timestamptz;
  back integer := 0;
begin
  -- Assignments and nested conditions: PL/pgSQL evaluates them without a query.
  if p_mode = 'timermode' then
    -- The time to drive back is not part of the time that was paid for.
    back := (select v.delay_stop_seconds from vehicle v where v.id = p_vehicle and v.org_code = p_org_code);
    ends := p_begun + make_interval(mins => p_minutes, secs => back);
  end if;
  if ends <= p_now then
    ended := ends;
  elsif p_busy then
    ended := p_now;
  end if;
  insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, started_by, state, started_at, ends_at, ended_at, ended_how,
      delay_seconds, laps)
    values (p_run, p_org_code, p_play, p_vehicle, p_mode, p_racer, p_started_by,
      case when ended is null then 'RUNNING' else 'ENDED' end, p_begun, ends, ended,
      case when ended is null then '' when ended = ends then 'time' else 'stopped' end, back,
      case p_mode when 'circlemode' then p_laps else 0 end);
  return case when ended is null then 'RUNNING' else 'ENDED' end;
end
$$;
