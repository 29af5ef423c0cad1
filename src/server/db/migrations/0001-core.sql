-- What every slice stands on: the keys of repeated requests, and the audit trail with its chain of hashes.

-- Every call that moves money or starts something, by the key that its client made; kept for good.
create table request_key (
  key uuid not null,
  org_code text collate "C" not null,
  user_id uuid not null,
  path text not null,
  body_hash text not null,
  -- A key comes with its answer or not at all, and the server can change or remove neither.
  answer jsonb not null,
  created_at timestamptz not null default now(),
  constraint request_key_pkey primary key (key)
);
select protect_by_store('request_key');
revoke update, delete, truncate on request_key from pitlane_app;

-- Every successful write: who, when, from where, what, before and after. The server may only add; places and hashes are given
-- by audit_chain(), which belongs to the owner.
create table audit_entry (
  id bigint generated always as identity,
  org_code text collate "C" not null,
  created_at timestamptz not null default clock_timestamp(),
  user_id uuid,
  username text not null,
  realname text not null,
  ip text not null,
  request_id text not null,
  method text not null,
  action text not null,
  record_kind text not null,
  record_id text not null,
  request jsonb,
  before jsonb,
  after jsonb,
  cost_ms integer,
  -- The transaction that wrote it tells whether it may have its place already: no column has to be changed for that.
  xact xid8 not null default pg_current_xact_id(),
  constraint audit_entry_pkey primary key (id)
);
create index audit_entry_xact_idx on audit_entry (xact, id);
create index audit_entry_record_idx on audit_entry (record_kind, record_id, id);
create index audit_entry_time_idx on audit_entry (org_code, created_at);
select protect_by_store('audit_entry');
revoke insert, update, delete, truncate, references, trigger on audit_entry from pitlane_app;
grant insert (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id, request, before,
  after, cost_ms) on audit_entry to pitlane_app;

-- The places of entries in their store's chain, inserted beside them soon after the commit, so that the background work costs little.
create table audit_link (
  -- No foreign key: an entry that was removed must be missed, not be impossible.
  entry_id bigint not null,
  org_code text collate "C" not null,
  seq bigint not null,
  hash text not null,
  constraint audit_link_pkey primary key (entry_id),
  constraint audit_link_seq_key unique (org_code, seq)
);
select protect_by_store('audit_link');
revoke insert, update, delete, truncate, references, trigger on audit_link from pitlane_app;

-- The end of each store's chain, so that entries cut off at the end are missed too.
create table audit_head (
  org_code text collate "C" not null,
  seq bigint not null,
  hash text not null,
  constraint audit_head_pkey primary key (org_code)
);
select protect_by_store('audit_head');
revoke insert, update, delete, truncate, references, trigger on audit_head from pitlane_app;

-- Up to here everything has its place, in the order of transactions.
create table audit_watermark (
  only_one boolean not null default true,
  xact xid8 not null,
  entry_id bigint not null,
  -- Transactions are numbered anew in a database that was restored elsewhere.
  system_identifier bigint not null,
  constraint audit_watermark_pkey primary key (only_one),
  constraint audit_watermark_only_one check (only_one)
);
insert into audit_watermark (xact, entry_id, system_identifier)
  select '0', 0, s.system_identifier from pg_control_system() s;
revoke all on audit_watermark from pitlane_app;

-- An operation taken off the list stays in the trail.
create table audit_hidden (
  entry_id bigint not null references audit_entry,
  constraint audit_hidden_pkey primary key (entry_id)
);
