-- Everything that is known of vehicles (spec §3): types, upkeep, devices; and what the log of runs says of each.

-- Rows of every store, in this transaction alone.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

create table vehicle_type (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  photo text not null default '',
  index_number integer not null default 0,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint vehicle_type_pkey primary key (id, org_code),
  constraint vehicle_type_name_key unique (name, org_code)
);
create index vehicle_type_list on vehicle_type (org_code, index_number);
select protect_by_store('vehicle_type');

-- The words that vehicles had for their type become types.
insert into vehicle_type (id, org_code, name, index_number)
  select gen_random_uuid(), org_code, vehicle_type, row_number() over (partition by org_code order by min(index_number))
  from vehicle where vehicle_type <> '' group by org_code, vehicle_type;

-- Two vehicles of one name could not be told apart at the counter: the later ones get a number behind it.
update vehicle v set name = v.name || ' (' || twin.place || ')'
  from (select id, org_code, row_number() over (partition by org_code, name order by created_at, id) as place
    from vehicle where condition <> 'scrapped') twin
  where twin.id = v.id and twin.org_code = v.org_code and twin.place > 1;

alter table vehicle
  -- Of the box in it: what it is called by the network, and where it is reached.
  add column imei text collate "C" not null default '',
  add column control_address text not null default '',
  add column control_protocol text not null default '',
  -- The number of the card that limits its speed.
  add column rf_card text collate "C" not null default '',
  add column default_mode text not null default ''
    constraint vehicle_default_mode_known check (default_mode in ('', 'circlemode', 'timermode')),
  add column default_laps integer not null default 0 constraint vehicle_default_laps_range check (default_laps >= 0),
  add column default_minutes integer not null default 0 constraint vehicle_default_minutes_range check (default_minutes >= 0),
  -- How long it still drives after the end of its run, to come back.
  add column delay_stop_seconds integer not null default 0
    constraint vehicle_delay_stop_range check (delay_stop_seconds >= 0),
  add column photo text not null default '',
  add column remark text not null default '',
  -- What it was heard to say last, beside `connected`; null: never heard.
  add column powered boolean,
  add column battery smallint constraint vehicle_battery_range check (battery between 0 and 100),
  add column heartbeat_at timestamptz,
  -- Why it is out of service.
  add column condition_reason text not null default '',
  -- What the plans of upkeep say of it; reckoned in the background.
  add column upkeep text not null default 'ok' constraint vehicle_upkeep_known check (upkeep in ('ok', 'due', 'overdue')),
  add column created_by text not null default '',
  add column updated_by text,
  add column updated_at timestamptz,
  -- No type is an empty word, which refers to nothing.
  add column known_type text generated always as (nullif(vehicle_type, '')) stored,
  -- Deferrable, so that a type can get another name together with its vehicles.
  add constraint vehicle_type_exists foreign key (known_type, org_code) references vehicle_type (name, org_code) deferrable;
create unique index vehicle_name_key on vehicle (name, org_code) where condition <> 'scrapped';
create unique index vehicle_imei_key on vehicle (imei, org_code) where imei <> '' and condition <> 'scrapped';
create unique index vehicle_rf_card_key on vehicle (rf_card, org_code) where rf_card <> '' and condition <> 'scrapped';
create index vehicle_of_type on vehicle (known_type, org_code);

alter table game_log
  -- How many laps the run is for; 0 where it is for a time.
  add column laps integer not null default 0,
  -- Who ended it before its time; empty where it ended by itself.
  add column stopped_by text not null default '';
update game_log g set laps = p.laps
  from play_before_pay p where p.id = g.play_id and p.org_code = g.org_code and g.run_mode = 'circlemode';
-- The runs of a vehicle, and what upkeep reckons by.
create index game_log_of_vehicle on game_log (vehicle_id, org_code, started_at desc, id desc) include (ended_at, laps);

create table upkeep_plan (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  -- For one vehicle, for a type, or with neither for every vehicle of the store.
  vehicle_id uuid,
  vehicle_type text,
  unit text not null,
  -- After so many hours of driving, laps or days it is due again.
  every integer not null,
  -- Whether an overdue vehicle goes out of service by itself.
  blocks boolean not null default false,
  active boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint upkeep_plan_pkey primary key (id, org_code),
  constraint upkeep_plan_unit_known check (unit in ('hours', 'laps', 'days')),
  constraint upkeep_plan_every_positive check (every > 0),
  constraint upkeep_plan_for_one check (vehicle_id is null or vehicle_type is null),
  constraint upkeep_plan_vehicle foreign key (vehicle_id, org_code) references vehicle (id, org_code) on delete cascade,
  constraint upkeep_plan_type foreign key (vehicle_type, org_code) references vehicle_type (name, org_code)
    on update cascade on delete cascade
);
create index upkeep_plan_list on upkeep_plan (org_code, created_at, id);
select protect_by_store('upkeep_plan');

create table upkeep_entry (
  id uuid not null,
  org_code text collate "C" not null,
  vehicle_id uuid not null,
  -- The plan that begins anew with it; null: done besides any plan, or the plan is gone.
  plan_id uuid,
  plan_name text not null default '',
  done_at timestamptz not null,
  done_by text not null,
  work text not null,
  cost text not null default '',
  odometer text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint upkeep_entry_pkey primary key (id, org_code),
  constraint upkeep_entry_vehicle foreign key (vehicle_id, org_code) references vehicle (id, org_code),
  constraint upkeep_entry_plan foreign key (plan_id, org_code) references upkeep_plan (id, org_code) on delete set null (plan_id)
);
create index upkeep_entry_list on upkeep_entry (org_code, done_at desc, id desc);
create index upkeep_entry_of_plan on upkeep_entry (vehicle_id, plan_id, org_code, done_at desc);
select protect_by_store('upkeep_entry');

create table device (
  id uuid not null,
  org_code text collate "C" not null,
  serial_number text collate "C" not null,
  name text not null default '',
  device_type text not null,
  iot_card text not null default '',
  hardware_version text not null default '',
  software_version text not null default '',
  -- What it was heard to say last; null: never heard.
  heartbeat_at timestamptz,
  powered boolean,
  -- The vehicle that it is built into.
  vehicle_id uuid,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint device_pkey primary key (id, org_code),
  constraint device_serial_number_key unique (serial_number, org_code),
  constraint device_vehicle foreign key (vehicle_id, org_code) references vehicle (id, org_code) on delete set null (vehicle_id)
);
create index device_list on device (org_code, created_at, id);
create index device_of_vehicle on device (vehicle_id, org_code);
select protect_by_store('device');

create table device_permit (
  id uuid not null,
  org_code text collate "C" not null,
  device_id uuid not null,
  -- The one that every store has for nothing.
  free boolean not null default false,
  -- Null: until it is taken back.
  valid_until timestamptz,
  remark text not null default '',
  revoked_by text,
  revoked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  constraint device_permit_pkey primary key (id, org_code),
  constraint device_permit_device foreign key (device_id, org_code) references device (id, org_code) on delete cascade
);
create index device_permit_list on device_permit (org_code, created_at desc, id desc);
-- A device has one permit at a time, and a store one free one, however many ask at once.
create unique index device_permit_of_device_key on device_permit (device_id, org_code) where revoked_at is null;
create unique index device_permit_free_key on device_permit (org_code) where free and revoked_at is null;
select protect_by_store('device_permit');

create table device_event (
  id uuid not null,
  org_code text collate "C" not null,
  created_at timestamptz not null,
  kind text not null,
  -- Without references: what happened to a device stays when it is gone.
  device_id uuid,
  vehicle_id uuid,
  -- What it was called then.
  name text not null,
  detail text not null default '',
  operator_name text not null default '',
  constraint device_event_pkey primary key (id, org_code)
);
create index device_event_list on device_event (org_code, created_at desc, id desc);
create index device_event_of_vehicle on device_event (vehicle_id, org_code, created_at desc) where vehicle_id is not null;
create index device_event_of_device on device_event (device_id, org_code, created_at desc) where device_id is not null;
select protect_by_store('device_event');
revoke update, delete on device_event from pitlane_app;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000020', 'upkeep.check', '0 0/5 * * * ?', '', '检查车辆保养是否到期，超期且要求停用的车辆转为维护');
