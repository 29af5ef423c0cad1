-- Files that people keep on the server and see in a list; what other screens upload is not among them.
create table oss_file (
  id uuid not null,
  org_code text collate "C" not null,
  file_name text not null,
  -- Below the API's address, such as /sys/common/static/oss/202601/<random id>.png.
  url text not null,
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz,
  constraint oss_file_pkey primary key (org_code, id),
  constraint oss_file_id_key unique (id)
);
select protect_by_store('oss_file');
create index oss_file_create_time_idx on oss_file (org_code, create_time, id);
