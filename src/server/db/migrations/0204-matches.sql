-- Matches of events: rounds with start lists in groups, and the results that their vehicles have driven.

create table match_round (
  id uuid not null,
  org_code text collate "C" not null,
  event_id uuid not null,
  -- In the order of the event, from 1.
  number integer not null,
  name text not null,
  format text not null constraint match_round_format_known check (format in ('practice', 'qualifying', 'heat', 'final')),
  -- The most members of a group, who drive together.
  group_size integer not null,
  -- The round whose results decide who takes part and in which order; null: all members with a place.
  source_id uuid,
  -- How many of the source take part; 0: all.
  advance integer not null default 0,
  -- By place, from the first.
  points integer[] not null default '{}',
  -- What the draw followed from; null: not drawn yet.
  seed integer,
  drawn_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null,
  constraint match_round_pkey primary key (id, org_code),
  constraint match_round_number_key unique (event_id, org_code, number),
  constraint match_round_event foreign key (event_id, org_code) references event (id, org_code),
  constraint match_round_source foreign key (source_id, org_code) references match_round (id, org_code),
  constraint match_round_sizes check (group_size between 1 and 40 and advance >= 0),
  constraint match_round_drawn check ((seed is null) = (drawn_at is null))
);
select protect_by_store('match_round');

create table match_group (
  round_id uuid not null,
  org_code text collate "C" not null,
  number integer not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint match_group_pkey primary key (round_id, number, org_code),
  constraint match_group_round foreign key (round_id, org_code) references match_round (id, org_code) on delete cascade,
  constraint match_group_times check (ended_at is null or ended_at >= started_at)
);
-- What screens show.
create index match_group_started on match_group (org_code, started_at desc) where started_at is not null;
select protect_by_store('match_group');

create table match_entry (
  id uuid not null,
  org_code text collate "C" not null,
  round_id uuid not null,
  group_number integer not null,
  -- The place in the start list of its group, from 1.
  grid integer not null,
  sign_up_id uuid not null,
  vehicle_id uuid,
  -- As its runs say; the time is that of the laps, without the penalty.
  laps integer not null default 0,
  best_ms integer,
  total_ms integer,
  place integer,
  points integer not null default 0,
  -- Corrected by a manager, with a reason.
  status text not null default '' constraint match_entry_status_known check (status in ('', 'dnf', 'dns', 'dq')),
  penalty_ms integer not null default 0,
  corrected_at timestamptz,
  corrected_by text not null default '',
  reason text not null default '',
  constraint match_entry_pkey primary key (id, org_code),
  constraint match_entry_grid_key unique (round_id, org_code, group_number, grid),
  constraint match_entry_once unique (round_id, org_code, sign_up_id),
  constraint match_entry_group foreign key (round_id, group_number, org_code)
    references match_group (round_id, number, org_code) on delete cascade,
  constraint match_entry_sign_up foreign key (sign_up_id, org_code) references event_sign_up (id, org_code),
  constraint match_entry_vehicle foreign key (vehicle_id, org_code) references vehicle (id, org_code),
  constraint match_entry_penalty check (penalty_ms between 0 and 3600000),
  constraint match_entry_corrected check ((corrected_at is null) = (reason = ''))
);
-- A vehicle carries one member of a group.
create unique index match_entry_vehicle_free on match_entry (round_id, org_code, group_number, vehicle_id) where vehicle_id is not null;
create index match_entry_of_sign_up on match_entry (sign_up_id, org_code);
select protect_by_store('match_entry');
