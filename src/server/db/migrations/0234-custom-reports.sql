-- Reports that users build on screen (docs/custom-reports.md).

create table custom_report (
  id uuid not null,
  -- The store or chain that its owner worked in.
  org_code text collate "C" not null,
  owner_id uuid not null,
  owner_name text not null,
  name text not null,
  about text not null default '',
  -- Codes of the roles whose users see it.
  roles text[] not null default '{}',
  definition jsonb not null,
  -- Grows with each change; a change names the version that it was made from.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint custom_report_pkey primary key (id, org_code),
  constraint custom_report_name_key unique (owner_id, name, org_code),
  constraint custom_report_size check (octet_length(definition::text) <= 60000),
  constraint custom_report_owner foreign key (owner_id) references user_account (id) on delete cascade
);
create index custom_report_of_owner on custom_report (owner_id);
select protect_by_store('custom_report');
