-- The example of a plain resource: rows of a store without rules of their own.
create table demo_record (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  key_word text,
  punch_time timestamptz,
  salary_money bigint constraint demo_record_salary check (salary_money >= 0),
  bonus_money bigint constraint demo_record_bonus check (bonus_money >= 0),
  sex text,
  age integer constraint demo_record_age check (age between 0 and 150),
  birthday date,
  email text,
  content text,
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint demo_record_pkey primary key (id, org_code)
);
create index demo_record_list on demo_record (org_code, created_at, id);
select protect_by_store('demo_record');
