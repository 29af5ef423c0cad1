-- Whether an emergency stop covers a vehicle. While it does, no ride begins on it by any call.
create or replace function is_stopped(p_vehicle uuid, p_org_code text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from emergency_stop e join vehicle v on v.id = p_vehicle and v.org_code = e.org_code
      where e.released_at is null and e.org_code = p_org_code and (e.vehicle_type is null or e.vehicle_type = v.vehicle_type)
        and (e.vehicle_ids is null or p_vehicle = any (e.vehicle_ids)));
end
$$;
-- Refuses with `emergency.inForce` where an emergency stop covers the vehicle; returns otherwise.
create or replace function refuse_emergency(p_vehicle uuid, p_org_code text, p_name text) returns void language plpgsql as $$
begin
  if is_stopped(p_vehicle, p_org_code) then
    perform refuse('emergency.inForce', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name));
  end if;
end
$$;
