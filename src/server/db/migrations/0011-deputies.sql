-- Who stands in for whom, from when until when; each person names one.
create table user_deputy (
  id uuid not null,
  user_id uuid not null,
  deputy_id uuid not null,
  start_time timestamptz,
  end_time timestamptz,
  status text not null default '1',
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint user_deputy_pkey primary key (id),
  constraint user_deputy_user_key unique (user_id),
  constraint user_deputy_user_fkey foreign key (user_id) references user_account on delete cascade,
  constraint user_deputy_deputy_fkey foreign key (deputy_id) references user_account on delete cascade,
  constraint user_deputy_other check (deputy_id <> user_id),
  constraint user_deputy_period check (end_time > start_time),
  constraint user_deputy_status_known check (status in ('0', '1'))
);
create index user_deputy_deputy on user_deputy (deputy_id);

-- Whom a reader stood in for; empty where the reader is addressed personally.
alter table announcement_reader add column represents uuid;
