-- Says why a locked vehicle cannot begin a ride, or cannot be waited for; returns where it can.
create or replace function refuse_vehicle(
  p_vehicle uuid, p_org_code text, p_name text, p_condition text, p_kept_by text, p_waits boolean, p_now timestamptz
) returns void language plpgsql as $$
declare
  occupant text;
begin
  if p_condition = 'scrapped' or p_condition <> 'ready' and not p_waits then
    perform refuse('sessions.vehicleUnavailable',
      jsonb_build_object('field', 'vehicleId', 'vehicle', p_name, 'state', p_condition));
  elsif p_waits then
    return;
  elsif p_kept_by <> '' then
    perform refuse('sessions.vehicleKept', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name, 'by', p_kept_by));
  end if;
  perform refuse_emergency(p_vehicle, p_org_code, p_name);
  select r.started_by into occupant from run_on(p_vehicle, p_org_code, p_now) r;
  if found then
    perform refuse('sessions.vehicleTaken', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name, 'by', occupant));
  end if;
end
$$;
