-- Members, their wallets, and the append-only ledger behind every wallet.

-- A list of known values is read anew from the catalogue by every statement that writes to its table; a domain's is kept
-- ready by each connection. So the tables that every charge writes to name theirs by domains.
create domain wallet_kind as text constraint wallet_ledger_wallet
  check (value = any ('{balance,give,integral,laps,frequency}'::text[]));
create domain wallet_cause as text constraint wallet_ledger_cause_kind
  check (value = any ('{opening,recharge,consume,refund,adjust}'::text[]));

create sequence member_number start with 100001;

create table member (
  -- The card number: short enough to read aloud, and the same number never means two people in one chain.
  id text collate "C" not null default nextval('member_number')::text,
  org_code text collate "C" not null,
  nickname text not null default '',
  realname text not null default '',
  phone text collate "C" not null default '',
  -- Turns the search by the end of a phone into a range that an index serves.
  phone_reversed text collate "C" not null generated always as (reverse(phone)) stored,
  avatar text not null default '',
  physical_card text collate "C" not null default '',
  balance bigint not null default 0,
  give bigint not null default 0,
  integral bigint not null default 0,
  laps bigint not null default 0,
  -- What open orders reserve: of balance and give together, of points, of laps.
  held_money bigint not null default 0,
  held_integral bigint not null default 0,
  held_laps bigint not null default 0,
  member_level text not null default '',
  -- An argon2 hash, or null where the member has no consumption password.
  consume_password text,
  frozen boolean not null default false,
  created_at timestamptz not null default now(),
  constraint member_pkey primary key (id, org_code),
  constraint member_balance_not_negative check (balance >= 0),
  constraint member_give_not_negative check (give >= 0),
  constraint member_integral_not_negative check (integral >= 0),
  constraint member_laps_not_negative check (laps >= 0),
  constraint member_held_money_covered check (held_money >= 0 and held_money <= balance + give),
  constraint member_held_integral_covered check (held_integral >= 0 and held_integral <= integral),
  constraint member_held_laps_covered check (held_laps >= 0 and held_laps <= laps)
-- Room for a changed row on its page: wallets change often, and no index covers them.
) with (fillfactor = 80);
create unique index member_card_key on member (physical_card, org_code) where physical_card <> '';
create index member_phone on member (phone, org_code);
create index member_phone_reversed on member (phone_reversed, org_code);
create index member_list on member (org_code, created_at desc, id desc);

create table member_project (
  member_id text collate "C" not null,
  org_code text collate "C" not null,
  project_type text not null,
  frequency bigint not null default 0,
  -- An unlimited-play card of the project; -1 uses means no limit.
  unlimited_name text not null default '',
  unlimited_until timestamptz,
  unlimited_uses integer not null default 0,
  constraint member_project_pkey primary key (member_id, project_type, org_code),
  constraint member_project_member foreign key (member_id, org_code) references member (id, org_code),
  constraint member_project_frequency_not_negative check (frequency >= 0),
  constraint member_project_unlimited_uses check (unlimited_uses >= -1)
);

create table wallet_ledger (
  seq bigint generated always as identity,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  wallet wallet_kind not null,
  project text not null default '',
  delta bigint not null,
  value_after bigint not null,
  cause_kind wallet_cause not null,
  cause_id uuid not null,
  operator_id uuid,
  cashier_id uuid,
  terminal_id uuid,
  created_at timestamptz not null default now(),
  -- One cause changes one wallet once: repeating a request cannot charge twice.
  constraint wallet_ledger_cause_key primary key (cause_id, wallet, project, cause_kind, org_code),
  constraint wallet_ledger_value_not_negative check (value_after >= 0),
  constraint wallet_ledger_changes check (delta <> 0)
);
create index wallet_ledger_member on wallet_ledger (member_id, org_code, seq);

select protect_by_store('member');
select protect_by_store('member_project');
select protect_by_store('wallet_ledger');
revoke delete on member, member_project from pitlane_app;
revoke update, delete on wallet_ledger from pitlane_app;
