-- Every copy of the server caches the boxes of vehicles. A change notifies all copies on commit, whether a screen or an SQL prompt makes
-- it.
create or replace function forget_devices() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', '{"kind":"devices"}');
  return null;
end
$$;

create or replace trigger forget_devices after insert or update or delete on device_access
  for each statement execute function forget_devices();
create or replace trigger forget_devices_vehicles after update of vehicle_id on device
  for each statement execute function forget_devices();
create or replace trigger forget_devices_limits after update of
    gear_limit, speed_limit, imei, rf_card, control_address, control_protocol, vehicle_type on vehicle
  for each statement execute function forget_devices();
create or replace trigger forget_devices_types after update of trajectory_ms on vehicle_type
  for each statement execute function forget_devices();
