-- Runs that are made longer, slowed, stopped with a delay, counted lap by lap, and moved to another vehicle.

alter table game_log
  -- How often it was made longer, each time by a lap or a minute.
  add column extended smallint not null default 0 constraint game_log_extended_range check (extended between 0 and 999),
  -- The seconds before its end in which the vehicle only comes back.
  add column delay_seconds integer not null default 0 constraint game_log_delay_range check (delay_seconds >= 0),
  add column laps_done integer not null default 0 constraint game_log_laps_done_range check (laps_done >= 0),
  -- Whether its vehicle was told to go slowly.
  add column slowed boolean not null default false,
  -- How it ended; empty while it runs, and for runs that ended before this was kept.
  add column ended_how text not null default ''
    constraint game_log_ended_how_known check (ended_how in ('', 'time', 'laps', 'stopped', 'cancelled', 'swapped')),
  -- The run on another vehicle that it goes on from.
  add column continues uuid;

-- When each lap of a run was done.
create table run_lap (
  run_id uuid not null,
  org_code text collate "C" not null,
  number integer not null,
  done_at timestamptz not null,
  constraint run_lap_pkey primary key (run_id, number, org_code),
  constraint run_lap_number_range check (number between 1 and 9999),
  constraint run_lap_run foreign key (run_id, org_code) references game_log (id, org_code)
);
select protect_by_store('run_lap');
revoke update, delete on run_lap from pitlane_app;

alter table role
  -- How often whoever has it may make a run longer; -1: as often as it takes.
  add column extension_limit smallint not null default 3 constraint role_extension_limit_range check (extension_limit between -1 and 99);
