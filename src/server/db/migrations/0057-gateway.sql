-- The boxes in vehicles: how they sign in, what was said to them, and emergency stops.

create table device_access (
  device_id uuid not null,
  org_code text collate "C" not null,
  -- Of a password that the server has made and shown once: 32 random bytes need no slow hash.
  secret_hash bytea not null,
  -- Whether the server itself plays the vehicle, as in the demo venue.
  simulated boolean not null default false,
  created_by text not null,
  created_at timestamptz not null,
  constraint device_access_pkey primary key (device_id, org_code),
  constraint device_access_device foreign key (device_id, org_code) references device (id, org_code) on delete cascade
);
select protect_by_store('device_access');

-- Commands to vehicles, in the order in which they were given, whichever copy of the server gave them.
create sequence vehicle_command;

alter table vehicle
  -- The highest gear that it may use, 0 for neutral; and how fast it may go, in per cent.
  add column gear_limit smallint not null default 4 constraint vehicle_gear_limit_range check (gear_limit between 0 and 4),
  add column speed_limit smallint not null default 100 constraint vehicle_speed_limit_range check (speed_limit between 10 and 100),
  -- What it says is wrong with it; empty: nothing.
  add column fault text not null default '';

create table emergency_stop (
  id uuid not null,
  -- One that was ordered for several stores has a row in each.
  org_code text collate "C" not null,
  -- For some vehicles or for those of a type; both null: for every vehicle.
  vehicle_ids uuid[],
  vehicle_type text,
  stopped_by text not null,
  stopped_at timestamptz not null,
  released_by text,
  released_at timestamptz,
  remark text not null default '',
  constraint emergency_stop_pkey primary key (id, org_code),
  constraint emergency_stop_released check ((released_by is null) = (released_at is null)),
  constraint emergency_stop_of_some check (cardinality(vehicle_ids) between 1 and 100),
  constraint emergency_stop_of_one_kind check (vehicle_ids is null or vehicle_type is null)
);
create index emergency_stop_list on emergency_stop (org_code, stopped_at desc, id desc);
create index emergency_stop_in_force on emergency_stop (org_code) where released_at is null;
select protect_by_store('emergency_stop');
revoke delete on emergency_stop from pitlane_app;
revoke update on emergency_stop from pitlane_app;
grant update (released_by, released_at, remark) on emergency_stop to pitlane_app;

-- Which vehicles have said that they stand.
create table emergency_stop_vehicle (
  stop_id uuid not null,
  org_code text collate "C" not null,
  vehicle_id uuid not null,
  stood_at timestamptz not null,
  constraint emergency_stop_vehicle_pkey primary key (stop_id, vehicle_id, org_code)
);
select protect_by_store('emergency_stop_vehicle');
revoke update, delete on emergency_stop_vehicle from pitlane_app;
