-- Coin machines, the coins that they count out for guests, and the coins that members give back.

-- The list of causes is extended as it is, because other slices extend it as well.
do $$
declare
  kinds constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_cause_kind_known');
begin
  alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
  execute format('alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any (%L::text[])) not valid',
    '{' || kinds || ',coinOut,coinBack,coinIn}');
end
$$;

-- What coin output takes and gives, by rules of the tool COIN.
alter table consume_rule
  add column coin_price bigint not null default 0,
  add column coin_count integer not null default 0,
  add constraint consume_rule_coin_output check (coin_price >= 0 and coin_count >= 0);

-- What a coin machine reports of itself; a device of the type COIN.
create table coin_machine (
  device_id uuid not null,
  org_code text collate "C" not null,
  online boolean not null default false,
  -- Coins in its hopper; null: it cannot tell.
  coins_left integer,
  -- Why it cannot count coins out; empty: it can.
  fault text not null default '',
  -- When a copy of the server last heard of it.
  seen_at timestamptz,
  constraint coin_machine_pkey primary key (device_id, org_code)
);
select protect_by_store('coin_machine');

create table coin_output (
  -- The idempotency key of its call, the number of its command and its payment, and the cause of its ledger entries.
  id uuid not null,
  org_code text collate "C" not null,
  device_id uuid not null,
  device_name text not null,
  -- Null: a walk-in.
  member_id text collate "C",
  -- Null: coins of the member's wallet, at no price.
  rule_id uuid,
  rule_name text not null default '',
  pay_mode text not null constraint coin_output_pay_mode_known check (pay_mode in ('cash', 'scan', 'balance', 'coins')),
  pay_state text not null constraint coin_output_pay_state_known check (pay_state in ('unpaid', 'paid', 'closed')),
  state text not null default 'notIssued' constraint coin_output_state_known check (state in ('notIssued', 'completed')),
  asked integer not null,
  counted integer not null default 0,
  amount bigint not null,
  -- What was not counted out, and what of the amount was given back for it, by this cause.
  back_coins integer not null default 0,
  back_amount bigint not null default 0,
  back_id uuid,
  -- What the machine reported after the end or beyond the asked coins: a difference that is never paid.
  late_counted integer,
  business_day date not null,
  operator_id uuid not null,
  operator_name text not null default '',
  cashier_id uuid,
  cashier_name text not null default '',
  terminal_id uuid,
  terminal_name text not null default '',
  created_at timestamptz not null,
  paid_at timestamptz,
  -- What is not counted out by then is given back; null: not paid yet.
  due_at timestamptz,
  ended_at timestamptz,
  constraint coin_output_pkey primary key (id, org_code),
  constraint coin_output_member foreign key (member_id, org_code) references member (id, org_code),
  constraint coin_output_coins check (asked between 1 and 9999 and counted between 0 and asked and back_coins between 0 and asked),
  constraint coin_output_amounts check (amount >= 0 and back_amount between 0 and amount),
  constraint coin_output_of_member check (member_id is not null or pay_mode in ('cash', 'scan')),
  constraint coin_output_back check ((back_id is null) = (back_coins = 0)),
  constraint coin_output_ended check ((state = 'completed') = (ended_at is not null)),
  constraint coin_output_paid check ((pay_state = 'paid') = (paid_at is not null) and (paid_at is null) = (due_at is null)),
  -- A closed payment took nothing, so nothing is given back.
  constraint coin_output_closed check (pay_state <> 'closed' or state = 'completed' and counted = 0 and back_coins = 0),
  constraint coin_output_adds_up check (state = 'notIssued' or pay_state = 'closed' or counted + back_coins = asked)
);
create index coin_output_list on coin_output (org_code, created_at desc, id desc);
-- A machine counts one output at a time.
create unique index coin_output_open on coin_output (device_id, org_code) where state = 'notIssued';
select protect_by_store('coin_output');
revoke delete on coin_output from pitlane_app;

create table coin_return (
  -- The idempotency key of its call, and the cause of its ledger entry.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  coins integer not null,
  remark text not null default '',
  operator_id uuid not null,
  operator_name text not null default '',
  terminal_id uuid,
  terminal_name text not null default '',
  business_day date not null,
  created_at timestamptz not null,
  constraint coin_return_pkey primary key (id, org_code),
  constraint coin_return_member foreign key (member_id, org_code) references member (id, org_code),
  constraint coin_return_coins check (coins between 1 and 9999)
);
create index coin_return_list on coin_return (org_code, created_at desc, id desc);
select protect_by_store('coin_return');
revoke update, delete on coin_return from pitlane_app;
