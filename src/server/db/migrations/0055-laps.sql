-- Laps with their times, as vehicles report them, in the place of laps that somebody has only counted.

-- Rows of every store, in this transaction alone.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

create table lap (
  run_id uuid not null,
  org_code text collate "C" not null,
  -- Counted from 1 in each run: what is reported again, by whomever, is the same lap.
  number integer not null,
  vehicle_id uuid not null,
  -- How long it took; null where somebody only counted it.
  ms integer,
  -- How long each sector of it took, where the vehicle knows.
  sectors integer[],
  -- When it was done: by our clock, from how long before its report the vehicle says it was.
  done_at timestamptz not null,
  -- What the vehicle's own clock said then, which may be hours off; null where nobody asked a vehicle.
  device_at timestamptz,
  heard_at timestamptz not null,
  -- Whether its run was over when it was heard: results that were shown before are corrected by it.
  late boolean not null default false,
  -- In which order laps came to be known.
  seq bigint generated always as identity,
  constraint lap_pkey primary key (run_id, number, org_code),
  constraint lap_number_range check (number between 1 and 9999),
  constraint lap_ms_range check (ms between 1 and 86400000),
  constraint lap_sectors_few check (cardinality(sectors) <= 20 and 0 < all (sectors)),
  constraint lap_run foreign key (run_id, org_code) references game_log (id, org_code)
);
create index lap_seq on lap using brin (seq) with (pages_per_range = 16);
select protect_by_store('lap');
-- A lap stays as it was reported; only a time may be added to one that was counted without.
revoke update, delete on lap from pitlane_app;
grant update (ms, sectors, device_at, late) on lap to pitlane_app;

insert into lap (run_id, org_code, number, vehicle_id, done_at, heard_at)
  select l.run_id, l.org_code, l.number, g.vehicle_id, l.done_at, l.done_at
  from run_lap l join game_log g on g.id = l.run_id and g.org_code = l.org_code;
drop table run_lap;
