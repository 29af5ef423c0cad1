-- A void of rankings can be taken back, with a reason; and files that a row has let go of are removed.

-- Voids that were taken back: such a row goes from ranking_void, by which rankings go, and stays here for good.
create table ranking_void_taken_back (
  id uuid not null,
  org_code text collate "C" not null,
  period text not null,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  voided_at timestamptz not null,
  voided_by text not null,
  taken_back_at timestamptz not null,
  taken_back_by text not null,
  taken_back_reason text not null,
  constraint ranking_void_taken_back_pkey primary key (id, org_code)
);
create index ranking_void_taken_back_list on ranking_void_taken_back (org_code, voided_at);
select protect_by_store('ranking_void_taken_back');
revoke update, delete on ranking_void_taken_back from pitlane_app;
grant delete on ranking_void to pitlane_app;

-- When the last row that showed a file let go of it; null: nothing ever did.
alter table uploaded_file add column dropped_at timestamptz;
