-- Rankings: the best lap of each run, what was published of periods that are over, and what somebody has taken out of them.

-- Rows of every store, in this transaction alone.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

-- The best lap of a run that takes part in rankings. Rankings are read from its indexes in their order, never by looking through laps.
create table run_best (
  run_id uuid not null,
  org_code text collate "C" not null,
  -- Null: a guest, whose every run stands for itself.
  member_id text collate "C",
  vehicle_id uuid not null,
  vehicle_type text not null,
  rule_id uuid not null,
  -- The business day on which the run began.
  day date not null,
  month date generated always as (date_trunc('month', day::timestamp)::date) stored not null,
  lap_number integer not null,
  ms integer not null,
  done_at timestamptz not null,
  -- Whether this lap was heard only after its run was over.
  late boolean not null,
  -- Whether its day is voided; written some time after the void, by which alone rankings go.
  voided boolean not null default false,
  constraint run_best_pkey primary key (run_id, org_code),
  constraint run_best_run foreign key (run_id, org_code) references game_log (id, org_code)
);
create index run_best_of_day on run_best (org_code, day, vehicle_type, rule_id, ms, done_at) where not voided;
create index run_best_of_month on run_best (org_code, month, vehicle_type, rule_id, ms, done_at) where not voided;
create index run_best_ever on run_best (org_code, vehicle_type, rule_id, ms, done_at) where not voided;
create index run_best_of_member on run_best (org_code, member_id, vehicle_type, rule_id, ms) where member_id is not null;
select protect_by_store('run_best');

-- What there are rankings of: each vehicle type with each rule by which somebody has driven a timed lap.
create table ranking_board (
  org_code text collate "C" not null,
  vehicle_type text not null,
  rule_id uuid not null,
  constraint ranking_board_pkey primary key (vehicle_type, rule_id, org_code)
);
select protect_by_store('ranking_board');

-- Rankings of periods that are over, as they were published. A correction is a further version; none is ever changed.
create table ranking_published (
  org_code text collate "C" not null,
  period text not null,
  starts_on date not null,
  ends_on date not null,
  vehicle_type text not null,
  rule_id uuid not null,
  version integer not null,
  published_at timestamptz not null,
  -- How many places it may have.
  most integer not null,
  places jsonb not null,
  -- Why it differs from the version before; null for the first.
  cause jsonb,
  constraint ranking_published_pkey primary key (period, starts_on, vehicle_type, rule_id, version, org_code),
  constraint ranking_published_period check (period in ('day', 'week', 'month', 'quarter', 'year'))
);
create index ranking_published_of on ranking_published (org_code, period, vehicle_type, rule_id, ends_on);
create index ranking_published_days on ranking_published (org_code, ends_on, starts_on);
select protect_by_store('ranking_published');
revoke update, delete on ranking_published from pitlane_app;

-- Up to which day a store's rankings are published.
create table ranking_mark (
  org_code text collate "C" not null,
  published_until date not null,
  constraint ranking_mark_pkey primary key (org_code)
);
select protect_by_store('ranking_mark');

-- What may make published rankings wrong, until somebody has looked: a lap that came late, or a void.
create table ranking_change (
  seq bigint generated always as identity,
  org_code text collate "C" not null,
  from_day date not null,
  until_day date not null,
  -- Null: all of them.
  vehicle_type text,
  rule_id uuid,
  cause jsonb not null,
  constraint ranking_change_pkey primary key (seq, org_code)
);
select protect_by_store('ranking_change');

-- A period whose results count no more.
create table ranking_void (
  id uuid not null,
  org_code text collate "C" not null,
  period text not null,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  voided_at timestamptz not null,
  voided_by text not null,
  constraint ranking_void_pkey primary key (id, org_code),
  constraint ranking_void_period check (period in ('week', 'month', 'quarter')),
  constraint ranking_void_once unique (org_code, period, starts_on)
);
create index ranking_void_days on ranking_void (org_code, ends_on, starts_on);
select protect_by_store('ranking_void');
revoke update, delete on ranking_void from pitlane_app;

-- From when on a day's laps are shown on the big screen.
create table ranking_clear (
  org_code text collate "C" not null,
  day date not null,
  cleared_at timestamptz not null,
  cleared_by text not null,
  constraint ranking_clear_pkey primary key (day, org_code)
);
select protect_by_store('ranking_clear');

insert into run_best (run_id, org_code, member_id, vehicle_id, vehicle_type, rule_id, day, lap_number, ms, done_at, late)
  select distinct on (l.run_id, l.org_code) l.run_id, l.org_code, p.member_id, l.vehicle_id, v.vehicle_type, p.rule_id,
    ((g.started_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date, l.number, l.ms, l.done_at, l.late
  from lap l
  join game_log g on g.id = l.run_id and g.org_code = l.org_code
  join play_before_pay p on p.id = g.play_id and p.org_code = g.org_code
  join vehicle v on v.id = l.vehicle_id and v.org_code = l.org_code
  join store s on s.org_code = l.org_code
  where l.ms is not null and p.ranked
  order by l.run_id, l.org_code, l.ms, l.done_at;
insert into ranking_board select distinct org_code, vehicle_type, rule_id from run_best;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000161', 'rankings.publish', '30 * * * * ?', '', '把已结束的日、周、月、季、年排行榜存档，并更正迟到的圈速');
