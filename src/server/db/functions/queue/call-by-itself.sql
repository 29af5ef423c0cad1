-- Automatic calling, where the store has it switched on: calls one guest for each free vehicle that nobody was called for. Returns how
-- many. Vehicles under an emergency stop do not count.
create or replace function call_by_itself(p_org_code text, p_now timestamptz) returns integer language plpgsql as $$
declare
  free integer;
begin
  if (select s.queue_auto_call from store s where s.org_code = p_org_code) is distinct from 'YES' then
    return 0;
  end if;
  free := (select count(*) from vehicle v
      where v.org_code = p_org_code and v.condition = 'ready' and v.kept_by = '' and not is_stopped(v.id, p_org_code) and not exists (select from run g
        where g.vehicle_id = v.id and g.org_code = p_org_code and g.state = 'RUNNING' and (g.ends_at is null or g.ends_at > p_now)))
    - (select count(*) from queue_entry q where q.org_code = p_org_code and q.state = 'CALLED' and q.expires_at > p_now);
  return case when free > 0 then cardinality(call_waiting(p_org_code, free, '', p_now)) else 0 end;
end
$$;

create or replace function call_after_run() returns trigger language plpgsql as $$
begin
  perform call_by_itself(new.org_code, new.ended_at);
  return null;
end
$$;

-- Any end of a run frees a vehicle.
create or replace trigger run_calls_next after update of state on run
  for each row when (old.state = 'RUNNING' and new.state = 'ENDED') execute function call_after_run();
