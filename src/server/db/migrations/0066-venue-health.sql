-- What terminals say of themselves, and what was wrong at a venue for how long.
alter table terminal
  add column version text not null default '',
  -- Null: it has not said anything yet.
  add column reported_at timestamptz,
  add column report jsonb;

create table venue_trouble (
  id uuid not null,
  org_code text collate "C" not null,
  -- Of what: a terminal, a vehicle, a payment; which one; and what is wrong with it.
  kind text not null,
  subject text not null,
  what text not null,
  name text not null,
  since timestamptz not null,
  -- The notice that people got of it; null: none, since it has not lasted.
  notice_id uuid,
  noticed_at timestamptz,
  ended_at timestamptz,
  constraint venue_trouble_pkey primary key (id, org_code),
  constraint venue_trouble_noticed check ((notice_id is null) = (noticed_at is null))
);
create unique index venue_trouble_open on venue_trouble (org_code, kind, subject, what) where ended_at is null;
create index venue_trouble_ended on venue_trouble (org_code, ended_at) where ended_at is not null;
select protect_by_store('venue_trouble');

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000166', 'venueHealth.watch', '15 * * * * ?', '30', '门店设备或后台有故障持续不退时通知管理人员，恢复后撤下通知');
