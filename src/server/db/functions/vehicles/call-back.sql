-- Ends a run when its vehicle has had its time to drive back, or at once; a second call does not extend that time. The caller has locked
-- the vehicle. True where the run has ended.
create or replace function call_back(p_run uuid, p_org_code text, p_how text, p_by text, p_at_once boolean, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  back integer;
begin
  if not p_at_once then
    select v.delay_stop_seconds into back
      from run g join vehicle v on v.id = g.vehicle_id and v.org_code = g.org_code
      where g.id = p_run and g.org_code = p_org_code;
  end if;
  if coalesce(back, 0) = 0 then
    return end_run(p_run, p_org_code, p_now, p_how, p_by);
  end if;
  update run g set ends_at = least(g.ends_at, p_now + make_interval(secs => back)), delay_seconds = back, stopped_by = p_by
    where g.id = p_run and g.org_code = p_org_code and g.state = 'RUNNING';
  return false;
end
$$;
