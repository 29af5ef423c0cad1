-- What a session costs and lasts (spec §3).

create table consume_rule (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  consume_type text not null,
  tool_type text not null default 'TONGYONG',
  project_type text not null default 'currency',
  -- Whether the price is for each person, or one whatever their number.
  price_mode text not null default 'every',
  price bigint not null default 0,
  deposit bigint not null default 0,
  integral bigint not null default 0,
  frequency bigint not null default 0,
  minutes integer not null default 0,
  laps integer not null default 0,
  member_level text not null default '',
  index_number integer not null default 0,
  -- A withdrawn rule stays for the records that used it.
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint consume_rule_pkey primary key (id, org_code),
  constraint consume_rule_type check (consume_type in ('BALANCE', 'FREQUENCY', 'INTEGRAL', 'BALANCEANDINTEGRAL',
    'GROUPCOUPON', 'QUAN', 'NOCARDCONSUME', 'PLAYFREELY', 'TESTCARD')),
  constraint consume_rule_price_mode check (price_mode in ('one', 'every')),
  constraint consume_rule_amounts check (price >= 0 and deposit >= 0 and integral >= 0 and frequency >= 0)
);
create index consume_rule_list on consume_rule (org_code, index_number);
select protect_by_store('consume_rule');
