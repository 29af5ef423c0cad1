-- Rows of plain resources as they were deleted, for the minutes in which their deletion can be undone.
create table deleted_row (
  id uuid not null,
  -- The store of the row; of the user who deleted it where rows belong to no store.
  org_code text collate "C" not null,
  resource text not null,
  row_id text not null,
  row_was jsonb not null,
  deleted_by text not null,
  deleted_at timestamptz not null,
  constraint deleted_row_pkey primary key (id, org_code)
);
create index deleted_row_times on deleted_row (org_code, deleted_at);
select protect_by_store('deleted_row');
