-- When the first emergency stop in force that covers a vehicle was pressed; null without one.
create or replace function stopped_since(p_vehicle uuid, p_org_code text) returns timestamptz language plpgsql stable as $$
begin
  return (
    select min(e.stopped_at) from emergency_stop e join vehicle v on v.id = p_vehicle and v.org_code = e.org_code
      where e.released_at is null and e.org_code = p_org_code and (e.vehicle_type is null or e.vehicle_type = v.vehicle_type)
        and (e.vehicle_ids is null or p_vehicle = any (e.vehicle_ids)));
end
$$;
