-- Whether an emergency stop holds a vehicle: then no ride begins on it, whichever way it is charged.
create or replace function is_stopped(p_vehicle uuid, p_org_code text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from emergency_stop e join vehicle v on v.id = p_vehicle and v.org_code = e.org_code
      where e.released_at is null and e.org_code = p_org_code and (e.vehicle_type is null or e.vehicle_type = v.vehicle_type)
        and (e.vehicle_ids is null or p_vehicle = any (e.vehicle_ids)));
end
$$;
-- Says that an emergency stop holds a vehicle; returns where none does.
create or replace function refuse_emergency(p_vehicle uuid, p_org_code text, p_name text) returns void language plpgsql as $$
begin
  if is_stopped(p_vehicle, p_org_code) then
    perform refuse('emergency.inForce', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name));
  end if;
end
$$;
