-- Play-before-pay records, the runs they start, holds, queue numbers and consume orders (spec §3, §4).

-- Domains, because every charge writes to these tables (see members).
create domain play_state as text constraint play_before_pay_state
  check (value = any ('{GUADAN,RECHARGED,CONSUMED,ESCAPED,CANCELLED}'::text[]));
create domain run_mode as text constraint play_before_pay_run_mode check (value = any ('{circlemode,timermode}'::text[]));
create domain hold_state as text constraint hold_state check (value = any ('{held,captured,released}'::text[]));
create domain order_state as text constraint consume_order_state
  check (value = any ('{nopay,payed,closed,refunding,refunded}'::text[]));

create table play_before_pay (
  id uuid not null,
  org_code text collate "C" not null,
  -- When the ride began; for an offline start this is before the server heard of it.
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  state play_state not null default 'GUADAN',
  ticket_no text not null,
  -- The number on the paper that a terminal printed by itself, also where the server had given the start another one: a
  -- customer comes with either.
  terminal_ticket text not null default '',
  queue_number integer not null,
  game_log_id uuid,
  recharge_id uuid,
  consume_id uuid,
  member_id text collate "C",
  racer text not null,
  rule_id uuid not null,
  -- The rule as it was at the start: a later change of the rule does not change what was agreed.
  rule_name text not null,
  consume_type text not null,
  run_mode run_mode not null,
  laps integer not null,
  minutes integer not null,
  people integer not null,
  price_mode text not null,
  price bigint not null,
  deposit bigint not null default 0,
  integral bigint not null default 0,
  frequency bigint not null default 0,
  vehicle_id uuid not null,
  vehicle_name text not null,
  remark text not null default '',
  print_id text not null default '',
  terminal_id uuid,
  terminal_name text not null default '',
  operator_id uuid not null,
  operator_name text not null default '',
  offline boolean not null default false,
  -- The vehicle was busy by the server's knowledge when an offline start arrived.
  vehicle_conflict boolean not null default false,
  settled_at timestamptz,
  settled_by uuid,
  constraint play_before_pay_pkey primary key (id, org_code),
  constraint play_before_pay_people check (people >= 1),
  constraint play_before_pay_amounts check (price >= 0 and deposit >= 0 and integral >= 0 and frequency >= 0),
  constraint play_before_pay_member foreign key (member_id, org_code) references member (id, org_code),
  constraint play_before_pay_rule foreign key (rule_id, org_code) references consume_rule (id, org_code),
  constraint play_before_pay_vehicle foreign key (vehicle_id, org_code) references vehicle (id, org_code)
);
create index play_before_pay_list on play_before_pay (org_code, created_at desc, id desc);
create index play_before_pay_by_state on play_before_pay (org_code, state, created_at desc, id desc);
create index play_before_pay_by_member on play_before_pay (member_id, org_code, created_at desc, id desc)
  where member_id is not null;

-- Open play-then-deduct orders, which are limited (spec §4).
create index play_before_pay_hung on play_before_pay (org_code) where state = 'GUADAN' and member_id is not null;

create table game_log (
  id uuid not null,
  org_code text collate "C" not null,
  play_id uuid not null,
  vehicle_id uuid not null,
  run_mode text not null,
  racer text not null,
  state text not null,
  started_at timestamptz not null,
  -- When a timed run ends by itself; null in lap mode.
  ends_at timestamptz,
  ended_at timestamptz,
  -- Who to name when somebody else wants the vehicle.
  started_by text not null,
  constraint game_log_pkey primary key (id, org_code),
  constraint game_log_state check (state in ('RUNNING', 'ENDED')),
  constraint game_log_ended check ((state = 'ENDED') = (ended_at is not null)),
  constraint game_log_vehicle foreign key (vehicle_id, org_code) references vehicle (id, org_code)
);
create unique index game_log_running_key on game_log (vehicle_id, org_code) where state = 'RUNNING';
create index game_log_list on game_log (org_code, started_at desc, id desc);
create index game_log_play on game_log (play_id, org_code);

create table hold (
  -- The play-before-pay record that reserves it.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  money bigint not null default 0,
  integral bigint not null default 0,
  laps bigint not null default 0,
  state hold_state not null default 'held',
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint hold_pkey primary key (id, org_code),
  constraint hold_ended check ((state = 'held') = (ended_at is null)),
  constraint hold_not_negative check (money >= 0 and integral >= 0 and laps >= 0),
  constraint hold_member foreign key (member_id, org_code) references member (id, org_code)
);
create index hold_open on hold (member_id, org_code) where state = 'held';

create table queue_counter (
  org_code text collate "C" not null,
  business_day date not null,
  last_number integer not null,
  constraint queue_counter_pkey primary key (business_day, org_code)
);

create table queue_entry (
  id uuid not null,
  org_code text collate "C" not null,
  play_id uuid not null,
  business_day date not null,
  number integer not null,
  state text not null default 'WAITING',
  created_at timestamptz not null,
  constraint queue_entry_pkey primary key (id, org_code),
  constraint queue_entry_number_key unique (org_code, business_day, number),
  constraint queue_entry_state check (state in ('WAITING', 'CALLED', 'STARTED', 'DONE', 'CANCELLED'))
);
create index queue_entry_play on queue_entry (play_id, org_code);

create table consume_order (
  -- The idempotency key of the charge.
  id uuid not null,
  org_code text collate "C" not null,
  play_id uuid,
  member_id text collate "C",
  rule_id uuid not null,
  state order_state not null default 'nopay',
  consume_type text not null,
  pay_mode text not null,
  usage_mode text not null,
  people integer not null default 1,
  amount bigint not null,
  paid_balance bigint not null default 0,
  paid_give bigint not null default 0,
  racer text not null default '',
  remark text not null default '',
  operator_id uuid not null,
  cashier_id uuid,
  terminal_id uuid,
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint consume_order_pkey primary key (id, org_code),
  constraint consume_order_amounts check (amount >= 0 and paid_balance >= 0 and paid_give >= 0)
);
-- A play record is paid by one order only.
create unique index consume_order_play_key on consume_order (play_id, org_code) where state in ('nopay', 'payed');
create index consume_order_list on consume_order (org_code, created_at desc, id desc);

select protect_by_store('play_before_pay');
select protect_by_store('game_log');
select protect_by_store('hold');
select protect_by_store('queue_counter');
select protect_by_store('queue_entry');
select protect_by_store('consume_order');
-- Nothing here is ever deleted: a cancelled record stays, as CANCELLED.
revoke delete on play_before_pay, game_log, hold, queue_counter, queue_entry, consume_order from pitlane_app;
