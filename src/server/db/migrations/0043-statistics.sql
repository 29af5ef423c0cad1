-- Statistics: what the ledger, paid orders and ended runs come to, rolled up by business day and store.

-- Rows of every store, in this transaction alone.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

-- In which order orders came to be paid: an order that is paid later takes a new number then.
alter table consume_order add column seq bigint generated always as identity;
-- Both tables grow at their end, where what is not rolled up yet is found: an index of block ranges costs a charge nothing.
create index consume_order_seq on consume_order using brin (seq) with (pages_per_range = 16);
create index ledger_line_seq on ledger_line using brin (seq) with (pages_per_range = 16);
-- Whose deposit a cause of the ledger has given back.
create index consume_order_deposit_return on consume_order (deposit_return_id, org_code) where deposit_return_id is not null;

-- What the lines of the ledger and the paid orders up to the mark come to. Money in fen.
create table day_figure (
  org_code text collate "C" not null,
  -- The ledger's business day.
  day date not null,
  -- What the day is divided by; `day` is the whole of it, whose item is empty.
  dimension text not null,
  item text collate "C" not null,
  -- What customers paid, less what they got back; deposits are in both and stand for themselves as well.
  cash bigint not null,
  scan bigint not null,
  deposit bigint not null,
  -- What of cash and scan was refunds, as a positive figure.
  refunded bigint not null,
  -- What of cash and scan was for recharges and cards, less their refunds.
  recharges bigint not null,
  -- What charges took, less their refunds.
  balance bigint not null,
  give bigint not null,
  coupons bigint not null,
  integral bigint not null,
  laps bigint not null,
  visits bigint not null,
  unlimited bigint not null,
  orders bigint not null,
  people bigint not null,
  recharge_orders bigint not null,
  constraint day_figure_pkey primary key (dimension, day, item, org_code),
  constraint day_figure_dimension check (dimension in ('day', 'hour', 'type', 'rule', 'cashier'))
) with (fillfactor = 80);
create index day_figure_of_store on day_figure (org_code, dimension, day);
select protect_by_store('day_figure');
revoke insert, update, delete on day_figure from pitlane_app;

-- How far lines and orders are in the figures, and how far no transaction is at work any more, so that they may be.
create table figure_mark (
  single boolean not null default true,
  ledger bigint not null default 0,
  ledger_until bigint not null default 0,
  orders bigint not null default 0,
  orders_until bigint not null default 0,
  constraint figure_mark_pkey primary key (single),
  constraint figure_mark_single check (single)
);
insert into figure_mark default values;
revoke insert, update, delete on figure_mark from pitlane_app;

-- What the ended runs of a vehicle come to that began in an hour of a business day; kept by a trigger.
create table vehicle_hour (
  org_code text collate "C" not null,
  day date not null,
  hour text collate "C" not null,
  vehicle_id uuid not null,
  runs bigint not null,
  seconds bigint not null,
  laps bigint not null,
  constraint vehicle_hour_pkey primary key (vehicle_id, day, hour, org_code)
) with (fillfactor = 80);
create index vehicle_hour_of_store on vehicle_hour (org_code, day);
insert into vehicle_hour (org_code, day, hour, vehicle_id, runs, seconds, laps)
  select g.org_code, ((g.started_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date,
      to_char(g.started_at at time zone s.time_zone, 'HH24'), g.vehicle_id, count(*),
      sum(greatest(0, extract(epoch from g.ended_at - g.started_at)::bigint)), sum(g.laps)
    from game_log g join store s on s.org_code = g.org_code where g.state = 'ENDED'
    group by 1, 2, 3, 4;
select protect_by_store('vehicle_hour');
revoke insert, update, delete on vehicle_hour from pitlane_app;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000143', 'statistics.fold', '20 * * * * ?', '', '把新的账本记录和订单计入统计汇总');
