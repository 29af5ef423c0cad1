-- Ends a run; the only function that does. `p_how` is time, laps, stopped, cancelled or swapped; a run moved to another vehicle keeps its
-- position among the day's rides. The caller has locked the vehicle. False where the run was already over.
create or replace function end_run(p_run uuid, p_org_code text, p_at timestamptz, p_how text, p_by text) returns boolean
language plpgsql as $$
declare
  play uuid;
begin
  update run g set state = 'ENDED', ended_at = greatest(g.started_at, p_at), ended_how = p_how, stopped_by = p_by
    where g.id = p_run and g.org_code = p_org_code and g.state = 'RUNNING'
    returning g.play_id into play;
  if play is null then
    return false;
  end if;
  if p_how <> 'swapped' then
    update queue_entry q set state = case p_how when 'cancelled' then 'CANCELLED' else 'DONE' end
      where q.play_id = play and q.org_code = p_org_code and q.state = 'STARTED';
  end if;
  return true;
end
$$;
