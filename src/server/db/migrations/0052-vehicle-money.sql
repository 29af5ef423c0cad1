-- Money by vehicle: what each ride's share of its order comes to, on the vehicle that it began with.

-- Rows of every store, in this transaction alone.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

-- In which order runs began.
alter table game_log add column seq bigint generated always as identity;
create index game_log_seq on game_log using brin (seq) with (pages_per_range = 16);

alter table day_figure
  drop constraint day_figure_dimension,
  add constraint day_figure_dimension check (dimension in ('day', 'hour', 'type', 'rule', 'cashier', 'vehicle'));
alter table figure_mark
  -- How far lines and rides are in the figures of vehicles, which need both.
  add column vehicle_ledger bigint not null default 0,
  add column rides bigint not null default 0,
  add column rides_until bigint not null default 0;
