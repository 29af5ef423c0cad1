-- What uploads weigh, for each person and each store; both have a limit.
create table upload_use (
  subject text not null,
  bytes bigint not null,
  constraint upload_use_pkey primary key (subject),
  constraint upload_use_bytes_positive check (bytes >= 0)
);

-- Whose a stored file is, so that what it weighs is given back when it goes.
create table uploaded_file (
  path text not null,
  org_code text collate "C" not null,
  user_id uuid not null,
  bytes bigint not null,
  created_at timestamptz not null,
  constraint uploaded_file_pkey primary key (path, org_code)
);
select protect_by_store('uploaded_file');
