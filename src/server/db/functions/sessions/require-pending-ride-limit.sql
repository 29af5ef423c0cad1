-- Limits the pending play-first rides of a store (spec §4); starts are counted one after another.
create or replace function require_pending_ride_limit(p_org_code text, p_limit integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hung orders ' || p_org_code, 0));
  -- A separate statement sees what was committed while this transaction waited for the lock.
  if open_pending_rides(p_org_code, p_limit) >= p_limit then
    perform refuse('sessions.hungLimit', jsonb_build_object('limit', p_limit));
  end if;
end
$$;
