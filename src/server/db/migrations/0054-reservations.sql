-- Sessions that people book, their reservations with deposits, and who of them has arrived with which order.

create table reservation_session (
  id uuid not null,
  org_code text collate "C" not null,
  -- Of its beginning.
  business_day date not null,
  number integer not null constraint reservation_session_number_range check (number > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- People; 0 is no limit.
  capacity integer not null default 0 constraint reservation_session_capacity_range check (capacity between 0 and 9999),
  locked boolean not null default false,
  -- By which its guests probably ride; null: by any.
  rule_id uuid,
  rule_name text not null default '',
  remark text not null default '',
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint reservation_session_pkey primary key (id, org_code),
  constraint reservation_session_number_key unique (business_day, number, org_code),
  constraint reservation_session_order check (ends_at > starts_at)
);
create index reservation_session_list on reservation_session (org_code, starts_at, id);
select protect_by_store('reservation_session');

create table reservation (
  id uuid not null,
  org_code text collate "C" not null,
  session_id uuid not null,
  -- Those of the session, by which lists are ordered.
  session_number integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null constraint reservation_state_known
    check (state in ('WAITING', 'CONFIRMED', 'ARRIVED', 'CANCELLED', 'MISSED')),
  -- Null: somebody who is no member.
  member_id text collate "C",
  name text not null,
  phone text not null,
  people integer not null constraint reservation_people_range check (people between 1 and 99),
  -- How many of them are here.
  arrived integer not null default 0,
  rule_id uuid,
  rule_name text not null default '',
  remark text not null default '',
  -- In fen.
  deposit bigint not null default 0 constraint reservation_deposit_range check (deposit >= 0),
  deposit_pay_mode text not null default 'none' constraint reservation_deposit_pay_mode_known
    check (deposit_pay_mode in ('none', 'cash', 'scan')),
  deposit_state text not null default 'none' constraint reservation_deposit_state_known
    check (deposit_state in ('none', 'unpaid', 'held', 'returned', 'kept', 'failed')),
  -- The cause under which the ledger has what became of it.
  deposit_end_id uuid,
  deposit_ended_at timestamptz,
  arrived_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text not null default '',
  cancel_reason text not null default '',
  reminded_at timestamptz,
  operator_id uuid not null,
  operator_name text not null,
  cashier_id uuid,
  cashier_name text not null default '',
  terminal_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint reservation_pkey primary key (id, org_code),
  constraint reservation_of_session foreign key (session_id, org_code) references reservation_session (id, org_code),
  constraint reservation_arrived_range check (arrived between 0 and people),
  constraint reservation_deposit_whole check ((deposit = 0) = (deposit_state = 'none') and (deposit = 0) = (deposit_pay_mode = 'none')),
  constraint reservation_deposit_ended check ((deposit_state in ('returned', 'kept')) = (deposit_end_id is not null))
);
create index reservation_list on reservation (org_code, starts_at, id);
create index reservation_new on reservation (org_code, created_at desc, id desc);
create index reservation_in_session on reservation (session_id, org_code);
create index reservation_of_member on reservation (member_id, org_code) where member_id is not null;
create index reservation_awaited on reservation (starts_at) where state in ('WAITING', 'CONFIRMED');
create index reservation_deposit_left on reservation (ends_at) where state = 'MISSED' and deposit_state = 'held';
select protect_by_store('reservation');
revoke delete on reservation from pitlane_app;

-- Those of a reservation who came, with the order that put them in line.
create table reservation_arrival (
  order_id uuid not null,
  org_code text collate "C" not null,
  reservation_id uuid not null,
  people integer not null,
  constraint reservation_arrival_pkey primary key (order_id, org_code),
  constraint reservation_arrival_reservation foreign key (reservation_id, org_code) references reservation (id, org_code),
  constraint reservation_arrival_order foreign key (order_id, org_code) references consume_order (id, org_code)
);
create index reservation_arrival_of on reservation_arrival (reservation_id, org_code);
select protect_by_store('reservation_arrival');

alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any
  ('{opening,recharge,consume,refund,adjust,mergeOut,mergeIn,expire,float,cashIn,cashOut,depositReturn,bookDeposit,bookReturn,bookKept}'::text[])) not valid;

alter table store
  -- Minutes after its beginning at which somebody counts as not come.
  add column reservation_grace integer not null default 15
    constraint store_reservation_grace_range check (reservation_grace between 0 and 1440),
  -- Hours before its beginning until which a deposit goes back to whoever cancels.
  add column reservation_free_hours integer not null default 0
    constraint store_reservation_free_hours_range check (reservation_free_hours between 0 and 720),
  -- Hours before its beginning at which the reminder is sent by itself; 0: never.
  add column reservation_remind_hours integer not null default 0
    constraint store_reservation_remind_hours_range check (reservation_remind_hours between 0 and 168);

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000154', 'reservations.missed', '0 * * * * ?', '', '把没有来的预约标为未到，场次结束后扣下定金'),
  ('01900000-0000-7000-8040-000000000155', 'reservations.remind', '0 */5 * * * ?', '', '按门店设置给快到时间的预约发提醒');
