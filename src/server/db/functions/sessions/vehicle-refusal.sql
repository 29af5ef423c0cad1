-- Why a vehicle can neither begin a ride nor be waited for, apart from a ride on it now, as {code, details}; null where it can.
create or replace function vehicle_refusal(
  p_vehicle uuid, p_org_code text, p_name text, p_condition text, p_kept_by text, p_waits boolean
) returns jsonb language plpgsql stable as $$
begin
  if p_condition = 'scrapped' or p_condition <> 'ready' and not p_waits then
    return jsonb_build_object('code', 'sessions.vehicleUnavailable',
      'details', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name, 'state', p_condition));
  elsif p_waits then
    return null;
  elsif p_kept_by <> '' then
    return jsonb_build_object('code', 'sessions.vehicleKept',
      'details', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name, 'by', p_kept_by));
  elsif is_stopped(p_vehicle, p_org_code) then
    return jsonb_build_object('code', 'emergency.inForce', 'details', jsonb_build_object('field', 'vehicleId', 'vehicle', p_name));
  end if;
  return null;
end
$$;
