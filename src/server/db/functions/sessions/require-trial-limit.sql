-- Blocks further trials above the store's limit until one is settled or the day ends (spec §4); starts are counted one after another.
create or replace function require_trial_limit(
  p_org_code text, p_day date, p_time_zone text, p_day_start_hour integer, p_limit integer
) returns void language plpgsql as $$
begin
  if p_limit < 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('trials ' || p_org_code, 0));
  -- A separate statement sees what was committed while this transaction waited for the lock.
  if open_trials(p_org_code, p_day, p_time_zone, p_day_start_hour, p_limit + 1) > p_limit then
    perform refuse('sessions.trialLimit', jsonb_build_object('limit', p_limit));
  end if;
end
$$;
