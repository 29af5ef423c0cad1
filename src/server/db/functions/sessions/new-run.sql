-- A run that begins. One that is already over, or whose vehicle was busy, has ended.
create or replace function new_run(
  p_run uuid, p_org_code text, p_play uuid, p_vehicle uuid, p_mode text, p_racer text, p_laps integer, p_minutes integer,
  /* The vehicle's: the time to drive back, which is not part of the time that was paid for. */
  p_delay_seconds integer,
  p_started_by text, p_begun timestamptz, p_now timestamptz, p_busy boolean default false
) returns run language plpgsql stable as $$
declare
  begun run;
begin
  begun.id := p_run;
  begun.org_code := p_org_code;
  begun.play_id := p_play;
  begun.vehicle_id := p_vehicle;
  begun.run_mode := p_mode;
  begun.racer := p_racer;
  begun.started_by := p_started_by;
  begun.started_at := p_begun;
  begun.laps := case p_mode when 'circlemode' then p_laps else 0 end;
  begun.delay_seconds := 0;
  if p_mode = 'timermode' then
    begun.delay_seconds := p_delay_seconds;
    begun.ends_at := p_begun + make_interval(mins => p_minutes, secs => p_delay_seconds);
  end if;
  begun.state := 'ENDED';
  if begun.ends_at <= p_now then
    begun.ended_at := begun.ends_at;
    begun.ended_how := 'time';
  elsif p_busy then
    begun.ended_at := p_now;
    begun.ended_how := 'stopped';
  else
    begun.state := 'RUNNING';
  end if;
  return begun;
end
$$;
