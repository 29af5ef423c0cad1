-- Exchange rates between wallets, and the exchanges of members.

-- The list of causes is extended as it is, because other slices extend it as well.
do $$
declare
  kinds constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_cause_kind_known');
begin
  alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
  execute format('alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any (%L::text[])) not valid',
    '{' || kinds || ',exchange,exchangeBack}');
end
$$;

create table exchange_rate (
  id uuid not null,
  org_code text collate "C" not null,
  from_wallet wallet_kind not null,
  -- Of visits; empty for every other wallet.
  from_project text not null default '',
  to_wallet wallet_kind not null,
  to_project text not null default '',
  -- So many units (fen, points, laps, visits) of one wallet give so many of the other: exact, without fractions.
  from_units bigint not null,
  to_units bigint not null,
  -- Of the wallet that gives: the smallest amount, what every amount is a multiple of, and the most of a member in a business day.
  minimum bigint not null,
  step bigint not null,
  day_limit bigint not null default -1,
  -- The lowest level of members; empty: every member.
  member_level text not null default '',
  active boolean not null default true,
  remark text not null default '',
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint exchange_rate_pkey primary key (id, org_code),
  constraint exchange_rate_of_two_wallets check (from_wallet <> to_wallet or from_project <> to_project),
  -- Any other value may have been a gift, and a gift never becomes paid value.
  constraint exchange_rate_never_to_paid check (to_wallet <> 'balance'),
  constraint exchange_rate_from_project check ((from_project = '') = (from_wallet <> 'frequency')),
  constraint exchange_rate_to_project check ((to_project = '') = (to_wallet <> 'frequency')),
  constraint exchange_rate_units check (from_units > 0 and to_units > 0 and step > 0 and minimum >= step and minimum % step = 0),
  constraint exchange_rate_day_limit check (day_limit = -1 or day_limit >= minimum)
);
create index exchange_rate_list on exchange_rate (org_code, created_at, id);
select protect_by_store('exchange_rate');

create table wallet_exchange (
  -- The idempotency key of its call, and the cause of its ledger entries.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  rate_id uuid not null,
  -- As the rate was then.
  from_wallet wallet_kind not null,
  from_project text not null,
  to_wallet wallet_kind not null,
  to_project text not null,
  from_units bigint not null,
  to_units bigint not null,
  amount bigint not null,
  received bigint not null,
  state text not null default 'done' constraint wallet_exchange_state_known check (state in ('done', 'reversed')),
  business_day date not null,
  operator_id uuid not null,
  operator_name text not null default '',
  terminal_id uuid,
  terminal_name text not null default '',
  created_at timestamptz not null,
  -- The cause of the ledger entries that reverse it.
  reversal_id uuid,
  reversed_at timestamptz,
  reversed_by text not null default '',
  reverser_id uuid,
  reason text not null default '',
  constraint wallet_exchange_pkey primary key (id, org_code),
  constraint wallet_exchange_member foreign key (member_id, org_code) references member (id, org_code),
  constraint wallet_exchange_never_to_paid check (to_wallet <> 'balance'),
  constraint wallet_exchange_amounts check (amount > 0 and received > 0 and received::numeric * from_units <= amount::numeric * to_units),
  constraint wallet_exchange_reversed check ((state = 'reversed') = (reversal_id is not null)
    and (reversal_id is null) = (reversed_at is null) and (reason = '') = (state = 'done'))
);
create index wallet_exchange_list on wallet_exchange (org_code, created_at desc, id desc);
create index wallet_exchange_of_day on wallet_exchange (member_id, org_code, business_day);
select protect_by_store('wallet_exchange');
revoke delete on wallet_exchange from pitlane_app;
