-- Whether an emergency stop covers a vehicle. While it does, no ride begins on it by any call.
create or replace function is_stopped(p_vehicle uuid, p_org_code text) returns boolean language plpgsql stable as $$
begin
  return stopped_since(p_vehicle, p_org_code) is not null;
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
