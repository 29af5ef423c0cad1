-- Forms that an organisation defines itself, their published versions, and the records that are filled in.

-- Entries of the menu and actions of an organisation's form count only for users who work at or below it.
alter table permission add column owner_code text collate "C" not null default '';
comment on column permission.owner_code is 'the organisation whose form it belongs to; empty: of the product';

create table online_form (
  id uuid not null,
  -- Not `org_code`: a form is seen at and below its organisation, and by those above it.
  owner_code text collate "C" not null,
  code text collate "C" not null constraint online_form_code_form check (code ~ '^[a-z][a-z0-9_]{1,39}$'),
  name_zh text not null,
  name_en text not null,
  icon text not null default 'form',
  draft jsonb not null constraint online_form_draft_size check (octet_length(draft::text) <= 200000),
  -- Counts the changes of the draft, so that nobody overwrites what they have not seen.
  draft_no integer not null default 1,
  published_version integer,
  -- The column of the records that serves each searchable field, by key; a field keeps it for good.
  slots jsonb not null default '{}',
  created_by text not null default '',
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint online_form_pkey primary key (id),
  constraint online_form_code_key unique (code)
);
alter table online_form enable row level security;
alter table online_form force row level security;
create policy form_owner on online_form for all
  using ((owner_code >= current_setting('pitlane.scope', true) and owner_code < current_setting('pitlane.scope_end', true))
    or starts_with(current_setting('pitlane.scope', true), owner_code))
  with check (owner_code >= current_setting('pitlane.scope', true) and owner_code < current_setting('pitlane.scope_end', true));

create table online_form_version (
  form_id uuid not null,
  version integer not null,
  owner_code text collate "C" not null,
  definition jsonb not null,
  published_by text not null,
  published_at timestamptz not null,
  constraint online_form_version_pkey primary key (form_id, version),
  constraint online_form_version_form_id_fkey foreign key (form_id) references online_form on delete cascade
);
alter table online_form_version enable row level security;
alter table online_form_version force row level security;
create policy form_owner on online_form_version for all
  using ((owner_code >= current_setting('pitlane.scope', true) and owner_code < current_setting('pitlane.scope_end', true))
    or starts_with(current_setting('pitlane.scope', true), owner_code))
  with check (owner_code >= current_setting('pitlane.scope', true) and owner_code < current_setting('pitlane.scope_end', true));
-- A published version never changes; a form without records is deleted with its versions.
revoke update on online_form_version from pitlane_app;

create table online_form_record (
  -- The idempotency key of the call that adds it.
  id uuid not null,
  org_code text collate "C" not null,
  form_id uuid not null,
  version integer not null,
  -- Counts the changes of the record, so that nobody overwrites what they have not seen.
  revision integer not null default 1,
  data jsonb not null constraint online_form_record_data_size check (octet_length(data::text) <= 400000),
  -- Values of searchable fields, assigned by `online_form.slots`: plain columns, because row-level security lets no index on an
  -- expression of `data` serve a search.
  text1 text collate "C", text2 text collate "C", text3 text collate "C", text4 text collate "C",
  text5 text collate "C", text6 text collate "C", text7 text collate "C", text8 text collate "C",
  number1 numeric, number2 numeric, number3 numeric, number4 numeric,
  date1 date, date2 date, date3 date,
  time1 timestamptz, time2 timestamptz, time3 timestamptz,
  deleted_at timestamptz,
  deleted_by text,
  created_by text not null default '',
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint online_form_record_pkey primary key (id, org_code),
  constraint online_form_record_version foreign key (form_id, version) references online_form_version
);
create index online_form_record_list on online_form_record (org_code, form_id, created_at, id);
create index online_form_record_version_idx on online_form_record (form_id, version);
do $$
declare
  slot text;
begin
  foreach slot in array array['text1', 'text2', 'text3', 'text4', 'text5', 'text6', 'text7', 'text8', 'number1', 'number2', 'number3',
    'number4', 'date1', 'date2', 'date3', 'time1', 'time2', 'time3'] loop
    execute format('create index online_form_record_%1$s on online_form_record (org_code, form_id, %1$s, id)', slot);
  end loop;
end
$$;
select protect_by_store('online_form_record');

-- Values of unique fields of records outside of the recycle bin. The scope is a store's code, or the form's owner for values that are
-- unique in all of its stores. No policy of stores: a value of another store must be found taken, and is stored as a hash.
create table online_form_unique (
  form_id uuid not null,
  field text collate "C" not null,
  scope_code text collate "C" not null,
  value_hash text collate "C" not null,
  record_id uuid not null,
  constraint online_form_unique_pkey primary key (form_id, field, scope_code, value_hash),
  constraint online_form_unique_form_id_fkey foreign key (form_id) references online_form on delete cascade
);
create index online_form_unique_record on online_form_unique (record_id);
