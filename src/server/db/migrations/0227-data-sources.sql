-- Further databases that reports read; only the platform administrator sees them.
create table data_source (
  id uuid not null,
  code text not null,
  name text not null,
  remark text not null default '',
  db_type text not null,
  db_driver text not null default '',
  -- postgresql://host:port/database?sslmode=…, without a user or password.
  db_url text not null,
  db_name text not null default '',
  db_username text not null,
  -- Sealed for this row; empty for none.
  password_sealed text not null default '',
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint data_source_pkey primary key (id),
  constraint data_source_code_key unique (code),
  constraint data_source_type_known check (db_type = 'PostgreSQL')
);
create index data_source_created_at_idx on data_source (created_at, id);
