-- Returns a reserved attempt that was right, with the block it set. Earlier attempts of the subjects in `p_forget` are cleared as well. A
-- block set by another attempt stays.
create or replace function return_try(p_taken jsonb, p_forget text[], p_now timestamptz) returns void language plpgsql as $$
begin
  perform from login_guard where subject in (select t.subject from jsonb_to_recordset(p_taken) as t(subject text))
    order by subject for update;
  update login_guard g set
    failures = case
      when g.subject = any(p_forget) and (g.locked_until is null or g.locked_until <= p_now or g.locked_until = t.block) then 0
      else greatest(g.failures - 1, 0) end,
    locked_until = case when g.locked_until = t.block then null else g.locked_until end,
    last_failure_at = case when g.last_failure_at = t.at then coalesce(t.last, t.at) else g.last_failure_at end
  from jsonb_to_recordset(p_taken) as t(subject text, block timestamptz, last timestamptz, at timestamptz)
  where g.subject = t.subject;
end
$$;
