-- Refuses where a locked vehicle can neither begin a ride nor be waited for; returns otherwise.
create or replace function refuse_vehicle(
  p_vehicle uuid, p_org_code text, p_name text, p_condition text, p_kept_by text, p_waits boolean, p_now timestamptz
) returns void language plpgsql as $$
declare
  refusal jsonb;
  occupant text;
begin
  refusal := vehicle_refusal(p_vehicle, p_org_code, p_name, p_condition, p_kept_by, p_waits);
  if refusal is not null then
    perform refuse(refusal ->> 'code', refusal -> 'details');
  elsif p_waits then
    return;
  end if;
  select r.started_by into occupant from run_on(p_vehicle, p_org_code, p_now) r;
  if found then
    perform refuse('sessions.vehicleTaken', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name, 'by', occupant));
  end if;
end
$$;
