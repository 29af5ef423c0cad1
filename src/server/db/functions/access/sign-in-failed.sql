-- Counts a wrong password. From its limit on a subject waits 5 s, then 10, 20, … up to 15 minutes; an hour without wrong
-- passwords forgives.
create or replace function sign_in_failed(p_subjects text[], p_limits integer[], p_now timestamptz) returns void language plpgsql as $$
declare
  tries integer;
begin
  -- Always in the same order, so that two calls never wait for each other.
  perform from login_guard where subject = any(p_subjects) order by subject for update;
  for i in 1 .. array_length(p_subjects, 1) loop
    insert into login_guard as g (subject, failures, last_failure_at) values (p_subjects[i], 1, p_now)
    on conflict (subject) do update set
      failures = case when g.last_failure_at < p_now - interval '1 hour' then 1 else g.failures + 1 end,
      last_failure_at = p_now
    returning failures into tries;
    update login_guard set locked_until = case when tries >= p_limits[i]
      then p_now + least(interval '15 minutes', interval '5 seconds' * power(2, least(tries - p_limits[i], 20))) end
    where subject = p_subjects[i];
  end loop;
  -- What is forgiven long ago goes; rows that somebody else holds go another time.
  delete from login_guard where subject in (
    select subject from login_guard where last_failure_at < p_now - interval '1 day' limit 100 for update skip locked);
end
$$;
