-- Counts an attempt at a secret before it is checked, so that of concurrent attempts no more than the allowed number are checked. From the
-- limit on, each attempt blocks the subject, twice as long each time up to a maximum; a time without attempts clears all. Returns the
-- seconds to wait, with nothing counted, or what was reserved: for each subject the attempts before, the block that this one set, and the
-- time of the previous attempt.
create or replace function reserve_try(p_whom jsonb, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  one record;
  tries integer;
  last timestamptz;
  block timestamptz;
  taken jsonb := '[]';
begin
  -- A fixed order avoids deadlocks between two calls.
  for one in
    select * from jsonb_to_recordset(p_whom) as t(subject text, free integer, first integer, longest integer, forgives integer)
    order by subject
  loop
    select last_failure_at into last from login_guard where subject = one.subject for update;
    insert into login_guard as g (subject, failures, last_failure_at) values (one.subject, 1, p_now)
    on conflict (subject) do update set
      failures = case when g.last_failure_at < p_now - one.forgives * interval '1 second' then 1 else g.failures + 1 end,
      last_failure_at = p_now
      where g.locked_until is null or g.locked_until <= p_now
    returning failures into tries;
    if not found then
      raise exception 'has to wait' using errcode = 'PW001';
    end if;
    block := null;
    if tries >= one.free then
      block := p_now + least(one.longest, one.first * power(2, least(tries - one.free, 20))) * interval '1 second';
      update login_guard set locked_until = block where subject = one.subject;
    end if;
    taken := taken || jsonb_build_object('subject', one.subject, 'earlier', tries - 1, 'block', block, 'last', last, 'at', p_now);
  end loop;
  -- Deletes rows that were cleared long ago; rows locked by others are left for a later call.
  delete from login_guard where subject in (
    select subject from login_guard where last_failure_at < p_now - interval '2 days' limit 100 for update skip locked);
  return jsonb_build_object('taken', taken);
exception when sqlstate 'PW001' then
  return jsonb_build_object('wait', (
    select greatest(1, ceil(extract(epoch from max(locked_until) - p_now))) from login_guard
    where locked_until > p_now and subject in (select t.subject from jsonb_to_recordset(p_whom) as t(subject text))));
end
$$;
