-- The run that occupies a locked vehicle now; a timed one whose end has passed is closed on the way, and its queue entry with it.
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
  update game_log set state = 'ENDED', ended_at = run.ends_at where id = run.id and org_code = p_org_code;
  update queue_entry set state = 'DONE' where play_id = run.play_id and org_code = p_org_code and state = 'STARTED';
end
$$;
