-- The vehicles of a store.

create table vehicle (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  card_name text not null default '',
  vehicle_type text not null default '',
  connected boolean not null default false,
  -- Whether it may be used at all; what it is doing now follows from its running run.
  condition text not null default 'ready',
  index_number integer not null default 0,
  created_at timestamptz not null default now(),
  constraint vehicle_pkey primary key (id, org_code),
  constraint vehicle_condition check (condition in ('ready', 'maintenance', 'scrapped'))
);
create index vehicle_list on vehicle (org_code, index_number);
select protect_by_store('vehicle');
