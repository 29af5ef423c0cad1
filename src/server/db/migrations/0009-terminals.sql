-- Counter terminals, print jobs with claims, and offline starts that were refused.

create table terminal (
  id uuid not null,
  -- A counter PC that is used for two stores has a row in each.
  org_code text collate "C" not null,
  name text not null,
  prefix text not null,
  print_id text not null default '',
  registered_by uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- The public half of the terminal's own Ed25519 key: 32 bytes, base64url. One that was revoked never counts again.
  public_key text,
  enrolled_by uuid,
  enrolled_at timestamptz,
  revoked_by uuid,
  revoked_at timestamptz,
  state text not null generated always as (case when public_key is null then 'registered'
    when revoked_at is null then 'enrolled' else 'revoked' end) stored,
  constraint terminal_pkey primary key (id, org_code),
  constraint terminal_public_key_form check (public_key ~ '^[A-Za-z0-9_-]{43}$')
);
create index terminal_list on terminal (org_code, name);
-- Tickets printed without the server carry the terminal's prefix: two terminals of a store never share one.
create unique index terminal_prefix_key on terminal (org_code, prefix) where prefix <> '';

create table print_job (
  id uuid not null,
  org_code text collate "C" not null,
  order_id uuid not null,
  copy_no integer not null default 0,
  print_id text not null default '',
  ticket jsonb not null,
  state text not null default 'waiting',
  -- While waiting: the terminal that may take it first. While claimed: the one that prints it.
  claimed_by uuid,
  claim_until timestamptz,
  -- A terminal that gave the job back, because its printer says no, is not offered it again at once.
  returned_by uuid,
  attempt integer not null default 0,
  outcome text,
  detail text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint print_job_pkey primary key (id, org_code),
  constraint print_job_order_copy_key unique (order_id, copy_no, org_code),
  constraint print_job_state check (state in ('waiting', 'claimed', 'printed', 'unknown', 'expired')),
  constraint print_job_claimed check (state <> 'claimed' or (claimed_by is not null and claim_until is not null))
);
create index print_job_open on print_job (org_code, created_at, id) where state in ('waiting', 'claimed');

create table sync_refusal (
  -- The key of the start that was refused.
  id uuid not null,
  org_code text collate "C" not null,
  terminal_id uuid,
  terminal_name text not null default '',
  operator_id uuid not null,
  code text not null,
  details jsonb not null,
  payload jsonb not null,
  state text not null default 'open',
  remark text not null default '',
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  constraint sync_refusal_pkey primary key (id, org_code),
  constraint sync_refusal_state check (state in ('open', 'settled', 'dismissed'))
);
create index sync_refusal_list on sync_refusal (org_code, created_at desc, id desc);

select protect_by_store('terminal');
select protect_by_store('print_job');
select protect_by_store('sync_refusal');
revoke delete on terminal, print_job, sync_refusal from pitlane_app;
