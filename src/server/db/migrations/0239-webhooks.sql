-- Webhooks: what happened at a store is sent to addresses of other systems.
create table webhook_endpoint (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  url text not null,
  -- Names of events, joined by commas.
  events text not null,
  enabled boolean not null default true,
  secret_sealed text not null default '',
  secret_at timestamptz,
  -- Who gets the notice when it is switched off.
  owner_id uuid references user_account on delete set null,
  -- Only what happens later is sent: since it was added or switched on again.
  since_at timestamptz not null default now(),
  -- Since when every attempt has failed.
  failing_since timestamptz,
  sent_at timestamptz,
  -- Why the server switched it off; empty: it did not.
  stopped_because text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint webhook_endpoint_pkey primary key (id, org_code)
);
create index webhook_endpoint_list on webhook_endpoint (org_code, created_at desc, id desc);
select protect_by_store('webhook_endpoint');

create table webhook_delivery (
  id uuid not null,
  -- That of its endpoint, which may be the chain of the store where it happened.
  org_code text collate "C" not null,
  endpoint_id uuid not null,
  -- The same for every endpoint and every attempt.
  event_id uuid not null,
  event text not null,
  source_id text not null,
  happened_at timestamptz not null,
  payload jsonb not null,
  state text not null default 'waiting' constraint webhook_delivery_state_known check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_at timestamptz not null,
  claim_until timestamptz,
  -- The result of each attempt: time, duration, status, beginning of the answer.
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint webhook_delivery_pkey primary key (id, org_code),
  -- An event is found again for some time; each endpoint gets it once.
  constraint webhook_delivery_once unique (endpoint_id, event, source_id, org_code),
  constraint webhook_delivery_endpoint foreign key (endpoint_id, org_code) references webhook_endpoint (id, org_code) on delete cascade,
  constraint webhook_delivery_ended check ((state = 'waiting') = (ended_at is null))
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at) where state = 'waiting';
create index webhook_delivery_list on webhook_delivery (org_code, created_at desc, id desc);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, org_code, created_at desc, id desc);
select protect_by_store('webhook_delivery');

-- How far events were found. Orders and runs are found by number: below a position no transaction writes any more.
create table webhook_watermark (
  single boolean not null default true,
  found_at timestamptz not null default now(),
  orders bigint not null default 0,
  runs bigint not null default 0,
  -- Positions that count as soon as every transaction that was open at that time has ended.
  next_orders bigint not null default 0,
  next_runs bigint not null default 0,
  next_xact xid8,
  constraint webhook_watermark_pkey primary key (single),
  constraint webhook_watermark_single check (single)
);
insert into webhook_watermark default values;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000239', 'webhooks.prune', '0 50 4 * * ?', '30', '清除 30 天前的回调记录');
